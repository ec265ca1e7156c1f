#include "diagram/diagram_code.hpp"

#include <limits>
#include <stdexcept>

namespace excover {

namespace {

void require(bool condition) {
    if (!condition) throw std::invalid_argument("the bytes are no diagram");
}

void put(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
    for (; number >= 128; number >>= 7) bytes.push_back(static_cast<std::uint8_t>(number | 128));
    bytes.push_back(static_cast<std::uint8_t>(number));
}

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    // A number below 2^32, in as few bytes as can be.
    Index number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            require(next_ < bytes_.size());
            const std::uint64_t byte = bytes_[next_++];
            value |= (byte & 127) << shift;
            if (byte >= 128) continue;
            require((byte != 0 || shift == 0) && value <= std::numeric_limits<Index>::max());
            return static_cast<Index>(value);
        }
        throw std::invalid_argument("the bytes are no diagram");
    }

    // `number()` above `base`.
    Index above(std::uint64_t base) {
        const std::uint64_t value = base + number();
        require(value < kNone);
        return static_cast<Index>(value);
    }

    bool is_at_end() const { return next_ == bytes_.size(); }

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t next_ = 0;
};

}  // namespace

std::vector<std::uint8_t> encode(const Diagram& diagram) {
    std::vector<std::uint8_t> bytes;
    for (Index node = 0; node < diagram.nodes(); ++node) {
        const auto edges = diagram.edges(node);
        put(bytes, edges.size() - 1);
        std::uint64_t next = 0;
        for (const Edge& edge : edges) {
            EXCOVER_ASSERT(edge.option >= next);
            put(bytes, edge.option - next);
            put(bytes, edge.child - node - 1);
            next = std::uint64_t{edge.option} + 1;
        }
    }
    return bytes;
}

std::shared_ptr<const Diagram> decode(std::span<const std::uint8_t> bytes, const DiagramShape& shape,
                                      std::uint64_t memory) {
    // A node takes a byte at least, and so does each of the two numbers of an edge.
    require(shape.edges <= bytes.size() / 2 && shape.nodes <= bytes.size() / 3);
    std::vector<Edge> edges;
    std::vector<std::size_t> ends;
    edges.reserve(shape.edges);
    ends.reserve(shape.nodes);
    Reader reader(bytes);
    for (Index node = 0; node < shape.nodes; ++node) {
        const std::uint64_t more = reader.number();
        require(more < shape.edges - edges.size());
        std::uint64_t next = 0;
        for (std::uint64_t k = 0; k <= more; ++k) {
            const Index option = reader.above(next);
            edges.push_back({option, reader.above(std::uint64_t{node} + 1)});
            next = std::uint64_t{option} + 1;
        }
        ends.push_back(edges.size());
    }
    require(reader.is_at_end() && edges.size() == shape.edges);
    return std::make_shared<Diagram>(std::move(edges), std::move(ends), shape.options, shape.is_empty, memory);
}

}  // namespace excover
