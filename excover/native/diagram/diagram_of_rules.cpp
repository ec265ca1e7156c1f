#include "diagram/diagram_of_rules.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace excover::diagram {

namespace {

// Nodes of the diagram from the end, which is 0: children have lower numbers.
class Builder {
public:
    Builder(const graph::FrontierOfRules& search, std::span<const Index> stand_ins)
        : search_(search), stand_ins_(stand_ins) {}

    // All edges, with the nodes numbered from the root.
    std::pair<std::vector<Edge>, std::vector<std::size_t>> build() {
        below_.assign(1, {{}, 0});
        for (Index level = search_.levels(); level-- > 0;) add_level(level);
        number_of(0);
        std::vector<Edge> edges;
        std::vector<std::size_t> ends;
        const auto last = static_cast<Index>(nodes_.size());
        for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
            std::ranges::sort(*node, {}, &Edge::option);
            for (const Edge& edge : *node) edges.push_back({edge.option, last - edge.child});
            ends.push_back(edges.size());
        }
        return {std::move(edges), std::move(ends)};
    }

private:
    // A state of the search: what may be chosen next, and its number as a node, or kNone while no edge leads to it.
    struct Below {
        std::vector<Edge> edges;
        Index number;
    };

    // An option without a stand-in that is not chosen leaves no trace: what follows is that of the next level.
    void add_level(Index level) {
        const Index option = search_.option(level), stand_in = stand_ins_[option];
        std::vector<Below> own;
        for (const auto& [without, with] : search_.nodes_of(level)) {
            Below& state = own.emplace_back(Below{{}, kNone});
            if (without != kNone && stand_in != kNone) state.edges.push_back({stand_in, number_of(without)});
            if (without != kNone && stand_in == kNone) {
                state.edges = below_[without].edges;
                if (state.edges.empty()) state.number = 0;
            }
            if (with != kNone) state.edges.push_back({option, number_of(with)});
            EXCOVER_CHECK(state.edges.empty() == (state.number == 0));
        }
        below_ = std::move(own);
    }

    Index number_of(Index state) {
        Below& found = below_[state];
        if (found.number == kNone) {
            nodes_.push_back(found.edges);
            found.number = static_cast<Index>(nodes_.size());
        }
        return found.number;
    }

    const graph::FrontierOfRules& search_;
    const std::span<const Index> stand_ins_;
    std::vector<Below> below_;  // of the level that was added last
    std::vector<std::vector<Edge>> nodes_;
};

}  // namespace

std::shared_ptr<const Diagram> diagram_of(const graph::FrontierOfRules& search, std::span<const Index> stand_ins,
                                          Index options, std::uint64_t memory) {
    if (stand_ins.size() != search.options()) throw InvalidProblem("each option has a stand-in, or none");
    if (search.is_empty())
        return std::make_shared<const Diagram>(std::vector<Edge>{}, std::vector<std::size_t>{}, options, true);
    auto [edges, ends] = Builder(search, stand_ins).build();
    return std::make_shared<const Diagram>(std::move(edges), std::move(ends), options, false, memory);
}

}  // namespace excover::diagram
