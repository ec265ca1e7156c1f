#include "diagram/diagram_of_rules.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace excover::diagram {

namespace {

// Nodes of the diagram from the end, which is 0: children have lower numbers.
class Builder : public std::enable_shared_from_this<Builder> {
public:
    Builder(const graph::FrontierOfRules& search, std::vector<Index> stand_ins, Index options, std::uint64_t memory)
        : search_(search),
          stand_ins_(std::move(stand_ins)),
          options_(options),
          memory_(memory),
          level_(search.levels()) {
        below_.assign(1, {{}, 0});
    }

    void plan(Passes& passes, std::shared_ptr<const Diagram>& result) {
        std::size_t states = 0;
        for (Index level = 0; level < search_.levels(); ++level) states += search_.nodes_of(level).size();
        passes.each(states, [self = shared_from_this()](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; ++k) self->add_state();
        });
        passes.then([self = shared_from_this(), &passes, &result] { self->plan_rest(passes, result); });
    }

private:
    // A state of the search: what may be chosen next, and its number as a node, or kNone while no edge leads to it.
    struct Below {
        std::vector<Edge> edges;
        Index number;
    };

    // The states of each level, the last one first.
    void add_state() {
        while (level_ == search_.levels() || own_.size() == search_.nodes_of(level_).size()) {
            if (level_ < search_.levels()) {
                below_ = std::exchange(own_, {});
                passing_ = std::exchange(own_bytes_, 0);
            }
            --level_;
        }
        const Index option = search_.option(level_), implied = search_.instead(level_);
        const Index stand_in = implied != kNone ? implied : stand_ins_[option];
        const auto& [without, with] = search_.nodes_of(level_)[own_.size()];
        Below& state = own_.emplace_back(Below{{}, kNone});
        if (without != kNone && stand_in != kNone) state.edges.push_back({stand_in, number_of(without)});
        // An option without a stand-in that is not chosen leaves no trace: what follows is that of the next level.
        if (without != kNone && stand_in == kNone) {
            state.edges = below_[without].edges;
            if (state.edges.empty()) state.number = 0;
        }
        if (with != kNone) state.edges.push_back({option, number_of(with)});
        EXCOVER_CHECK(state.edges.empty() == (state.number == 0));
        own_bytes_ += sizeof(Below) + state.edges.size() * sizeof(Edge);
        check_room();
    }

    void check_room() const {
        if (kept_ + passing_ + own_bytes_ > memory_)
            throw TooLarge("the diagram of all solutions takes more than " + std::to_string(memory_) + " bytes");
    }

    Index number_of(Index state) {
        Below& found = below_[state];
        if (found.number == kNone) {
            // An edge here, one of the diagram, and the ends of both.
            kept_ += 2 * found.edges.size() * sizeof(Edge) + sizeof(found.edges) + sizeof(std::size_t);
            check_room();
            nodes_.push_back(found.edges);
            found.number = static_cast<Index>(nodes_.size());
        }
        return found.number;
    }

    void plan_rest(Passes& passes, std::shared_ptr<const Diagram>& result) {
        if (search_.levels() > 0) below_ = std::exchange(own_, {});
        number_of(0);
        passes.each(nodes_.size(), [self = shared_from_this()](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; ++k) self->add_node(self->nodes_[self->nodes_.size() - 1 - k]);
        });
        passes.then([self = shared_from_this(), &passes, &result] {
            result = Diagram::plan(passes, std::move(self->edges_), std::move(self->ends_), self->options_, false,
                                   self->memory_);
        });
    }

    // Nodes are numbered from the root.
    void add_node(std::vector<Edge>& node) {
        std::ranges::sort(node, {}, &Edge::option);
        for (const Edge& edge : node) edges_.push_back({edge.option, static_cast<Index>(nodes_.size()) - edge.child});
        ends_.push_back(edges_.size());
    }

    const graph::FrontierOfRules& search_;
    const std::vector<Index> stand_ins_;
    const Index options_;
    const std::uint64_t memory_;
    Index level_;
    std::vector<Below> own_, below_;  // of the level so far, and of the one after it
    std::vector<std::vector<Edge>> nodes_;
    std::vector<Edge> edges_;
    std::vector<std::size_t> ends_;
    std::uint64_t kept_ = 0, passing_ = 0, own_bytes_ = 0;  // of nodes, and of the levels of `below_` and `own_`
};

}  // namespace

void plan_diagram(Passes& passes, const graph::FrontierOfRules& search, std::vector<Index> stand_ins, Index options,
                  std::uint64_t memory, std::shared_ptr<const Diagram>& result) {
    if (stand_ins.size() != search.options()) throw InvalidProblem("each option has a stand-in, or none");
    if (search.is_empty())
        result = Diagram::plan(passes, {}, {}, options, true, memory);
    else
        std::make_shared<Builder>(search, std::move(stand_ins), options, memory)->plan(passes, result);
}

}  // namespace excover::diagram
