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

class Decoding {
public:
    Decoding(std::span<const std::uint8_t> bytes, const DiagramShape& shape) : shape_(shape), reader_(bytes) {
        // A node takes a byte at least, and so does each of the two numbers of an edge.
        require(shape.edges <= bytes.size() / 2 && shape.nodes <= bytes.size() / 3);
        edges_.reserve(shape.edges);
        ends_.reserve(shape.nodes);
    }

    void read_node(std::size_t node) {
        const std::uint64_t more = reader_.number();
        require(more < shape_.edges - edges_.size());
        std::uint64_t next = 0;
        for (std::uint64_t k = 0; k <= more; ++k) {
            const Index option = reader_.above(next);
            edges_.push_back({option, reader_.above(std::uint64_t{node} + 1)});
            next = std::uint64_t{option} + 1;
        }
        ends_.push_back(edges_.size());
    }

    std::shared_ptr<const Diagram> plan_diagram(Passes& passes, std::uint64_t memory) {
        require(reader_.is_at_end() && edges_.size() == shape_.edges);
        return Diagram::plan(passes, std::move(edges_), std::move(ends_), shape_.options, shape_.is_empty, memory);
    }

private:
    const DiagramShape shape_;
    Reader reader_;
    std::vector<Edge> edges_;
    std::vector<std::size_t> ends_;
};

void put_node(std::vector<std::uint8_t>& bytes, const Diagram& diagram, Index node) {
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

}  // namespace

void plan_encoding(Passes& passes, const Diagram& diagram, std::vector<std::uint8_t>& bytes) {
    passes.each(diagram.nodes(), [&diagram, &bytes](std::size_t from, std::size_t to) {
        for (std::size_t node = from; node < to; ++node) put_node(bytes, diagram, static_cast<Index>(node));
    });
}

void plan_decoding(Passes& passes, std::span<const std::uint8_t> bytes, const DiagramShape& shape, std::uint64_t memory,
                   std::shared_ptr<const Diagram>& result) {
    const auto decoding = std::make_shared<Decoding>(bytes, shape);
    passes.each(shape.nodes, [decoding](std::size_t from, std::size_t to) {
        for (std::size_t node = from; node < to; ++node) decoding->read_node(node);
    });
    passes.then([decoding, &passes, memory, &result] { result = decoding->plan_diagram(passes, memory); });
}

}  // namespace excover
