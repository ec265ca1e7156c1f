#include "diagram/diagram.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace excover::diagram {

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
        EXCOVER_CHECK(edge.option >= next);
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

namespace {

constexpr Index kSeveral = kNone;  // colors below a node

void require(bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(what);
}

class Paths : public std::enable_shared_from_this<Paths> {
public:
    Paths(const Diagram& diagram, const Problem& problem)
        : diagram_(diagram),
          problem_(problem),
          users_(options_of_items(problem)),
          color_(problem.options()),
          is_user_(problem.options()) {}

    void plan(Passes& passes) {
        reached_.resize(diagram_.nodes() + std::size_t{1});
        each_node(passes, [this](Index node) { check_reached(node); });
        each_node(passes, [this](Index node) { check_branching(node); });
        if (diagram_.is_empty()) return;
        if (problem_.items() > 0) plan_item(passes, 0);
    }

private:
    // One item, and then the next.
    void plan_item(Passes& passes, Index item) {
        passes.then([self = shared_from_this(), item] { self->begin_item(item); });
        const bool is_colored = problem_.is_colored(item);
        each_node(passes, [this, is_colored](Index node) {
            is_colored ? find_color(diagram_.nodes() - 1 - node) : find_bounds(diagram_.nodes() - 1 - node);
        });
        passes.then([self = shared_from_this(), &passes, item] {
            self->end_item(item);
            if (item + 1 < self->problem_.items()) self->plan_item(passes, item + 1);
        });
    }

    template <class Visit>
    void each_node(Passes& passes, Visit visit) {
        passes.each(diagram_.nodes(), [self = shared_from_this(), visit](std::size_t from, std::size_t to) {
            for (std::size_t node = from; node < to; ++node) visit(static_cast<Index>(node));
        });
    }

    void check_reached(Index node) {
        require(node == 0 || reached_[node], "no path leads to one of its nodes");
        for (const Edge& edge : diagram_.edges(node)) reached_[edge.child] = 1;
    }

    bool is_exact(Index item) const {
        return !problem_.is_colored(item) && problem_.lower(item) == 1 && problem_.upper(item) == 1;
    }

    // All options of a node cover an item that is covered exactly once: two paths that part here stay different.
    void check_branching(Index node) const {
        const auto edges = diagram_.edges(node);
        std::vector<Index> shared;
        for (std::size_t k = 0; k < edges.size(); ++k) {
            std::vector<Index> own;
            for (const Index e : problem_.entries(edges[k].option))
                if (is_exact(problem_.item(e)) && (k == 0 || std::ranges::count(shared, problem_.item(e)) > 0))
                    own.push_back(problem_.item(e));
            shared = std::move(own);
        }
        require(!shared.empty(), "the options of one of its nodes do not exclude each other");
    }

    void begin_item(Index item) {
        for (const Index option : users_[item]) is_user_[option] = 1;
        least_.assign(diagram_.nodes() + std::size_t{1}, 0);
        most_.assign(diagram_.nodes() + std::size_t{1}, 0);
        if (!problem_.is_colored(item)) return;
        for (const Index option : users_[item])
            for (const Index e : problem_.entries(option))
                if (problem_.item(e) == item) color_[option] = problem_.color(e);
    }

    void end_item(Index item) {
        for (const Index option : users_[item]) is_user_[option] = 0;
        if (problem_.is_colored(item)) return;
        require(least_[0] >= problem_.lower(item), "one of its paths covers an item too seldom");
        require(most_[0] <= problem_.upper(item), "one of its paths covers an item too often");
    }

    // The least and the greatest number of times that a path from a node on covers the item.
    void find_bounds(Index node) {
        least_[node] = kNone;
        for (const Edge& edge : diagram_.edges(node)) {
            least_[node] = std::min(least_[node], least_[edge.child] + is_user_[edge.option]);
            most_[node] = std::max(most_[node], most_[edge.child] + is_user_[edge.option]);
        }
    }

    // The color that the paths from a node on give the item: 0 for none, or several on different paths.
    void find_color(Index node) {
        for (const Edge& edge : diagram_.edges(node)) {
            Index color = least_[edge.child];
            if (is_user_[edge.option]) {
                require(color == 0 || color == color_[edge.option], "one of its paths gives an item two colors");
                color = color_[edge.option];
            }
            if (color != 0) least_[node] = least_[node] == 0 || least_[node] == color ? color : kSeveral;
        }
    }

    const Diagram& diagram_;
    const Problem& problem_;
    Lists<Index> users_;  // of an item: its options
    std::vector<Index> color_;  // of an option: that which it gives the item looked at
    std::vector<std::uint8_t> is_user_, reached_;
    std::vector<Index> least_, most_;  // of a node; for a colored item, `least_` is the color
};

}  // namespace

void plan_check_of_paths(Passes& passes, const Diagram& diagram, const Problem& problem) {
    std::make_shared<Paths>(diagram, problem)->plan(passes);
}

}  // namespace excover::diagram
