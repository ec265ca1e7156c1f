#include "matching/matching.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace excover::matching {

Graph::Graph(Index number_of_vertices, std::vector<Edge> listed) : vertices(number_of_vertices) {
    std::sort(listed.begin(), listed.end(),
              [](const Edge& a, const Edge& b) { return std::tie(a.ends, a.option) < std::tie(b.ends, b.option); });
    for (const Edge& edge : listed) {
        if (!edges.empty() && edges.back().ends == edge.ends) {
            edges.back().options += edge.options;
        } else {
            edges.push_back(edge);
        }
    }
    near = Lists<Index>(vertices, [&](const auto& take) {
        for (Index e = 0; e < edges.size(); ++e)
            for (const Index end : edges[e].ends) take(end, e);
    });
}

Reduction reduced(const Problem& problem) {
    std::vector<bool> may_be_alone(problem.items());
    for (Index item = 0; item < problem.items(); ++item) {
        require(!problem.is_colored(item) && problem.upper(item) <= 1, "items that are covered at most once");
        may_be_alone[item] = problem.lower(item) == 0;
    }
    std::vector<Graph::Edge> edges;
    std::vector<Index> alone(problem.items(), kNone);  // the option that covers an item by itself
    for (Index option = 0; option < problem.options(); ++option) {
        std::array<Index, 2> ends{};
        Index number = 0;
        bool is_never = false;
        for (const Index e : problem.entries(option)) {
            require(number < 2, "options of at most two items");
            ends[number++] = problem.item(e);
            is_never = is_never || problem.upper(problem.item(e)) == 0;
        }
        if (is_never || number == 0) continue;
        if (number == 2) {
            edges.push_back({{std::min(ends[0], ends[1]), std::max(ends[0], ends[1])}, option, 1});
        } else if (!may_be_alone[ends[0]]) {
            may_be_alone[ends[0]] = true;
            alone[ends[0]] = option;
        }
    }
    const Index items = problem.items();
    if (std::find(may_be_alone.begin(), may_be_alone.end(), true) == may_be_alone.end())
        return {Graph(items, std::move(edges)), 1};
    const std::size_t once = edges.size();
    for (std::size_t k = 0; k < once; ++k)
        edges.push_back({{edges[k].ends[0] + items, edges[k].ends[1] + items}, edges[k].option, 1});
    for (Index item = 0; item < items; ++item)
        if (may_be_alone[item]) edges.push_back({{item, item + items}, alone[item], 1});
    return {Graph(2 * items, std::move(edges)), 2};
}

PerfectMatching::PerfectMatching(const Graph& graph)
    : graph_(graph),
      mate_(graph.vertices, kNone),
      way_(graph.vertices, kNone),
      base_(graph.vertices),
      label_(graph.vertices, Label::none),
      seen_(graph.vertices) {
    std::iota(base_.begin(), base_.end(), Index{0});
    queue_.reserve(graph.vertices);  // so that no step runs out of memory
    touched_.reserve(graph.vertices);
    begin_greedily();
}

// Vertices of few edges first, each with a free one of few edges.
void PerfectMatching::begin_greedily() {
    const auto degree = [&](Index vertex) { return graph_.near[vertex].size(); };
    std::vector<Index> order(graph_.vertices);
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return degree(a) < degree(b); });
    for (const Index vertex : order) {
        if (mate_[vertex] != kNone) continue;
        Index best = kNone;
        for (const Index e : graph_.near[vertex]) {
            const Index other = graph_.edges[e].other(vertex);
            if (mate_[other] == kNone && (best == kNone || degree(other) < degree(graph_.edges[best].other(vertex))))
                best = e;
        }
        if (best != kNone) mate_[vertex] = mate_[graph_.edges[best].other(vertex)] = best;
    }
}

bool PerfectMatching::step() {
    while (next_ < graph_.vertices && mate_[next_] != kNone) ++next_;
    if (is_refuted_ || next_ == graph_.vertices) return false;
    ++steps_;
    is_refuted_ = !grow_from(next_);
    if (is_refuted_) check_refutation();
    forget();
    return !is_refuted_;
}

// Breadth first, from outer vertices, to which alternating paths of even length lead.
bool PerfectMatching::grow_from(Index root) {
    make_outer(root);
    for (std::size_t k = 0; k < queue_.size(); ++k) {
        const Index from = queue_[k];
        for (const Index e : graph_.near[from]) {
            ++looks_;
            if (reach(from, e)) return true;
        }
    }
    return false;
}

// Whether the edge ends a path that covers one more vertex.
bool PerfectMatching::reach(Index from, Index edge) {
    const Index to = graph_.edges[edge].other(from);
    if (label_[to] == Label::inner || (label_[to] == Label::outer && base(from) == base(to))) return false;
    if (label_[to] == Label::outer) {
        const Index common = common_base(from, to);
        shrink(from, edge, common);
        shrink(to, edge, common);
        return false;
    }
    label_[to] = Label::inner;
    touched_.push_back(to);
    way_[to] = edge;
    if (mate_[to] == kNone) {
        flip(to);
        return true;
    }
    make_outer(graph_.edges[mate_[to]].other(to));
    return false;
}

void PerfectMatching::flip(Index end) {
    while (end != kNone) {
        const Index edge = way_[end], outer = graph_.edges[edge].other(end), before = mate_[outer];
        mate_[end] = mate_[outer] = edge;
        end = before == kNone ? kNone : graph_.edges[before].other(outer);
    }
}

// The part of an odd cycle from one end of the edge that closes it up to the base that both ends have in common.
void PerfectMatching::shrink(Index from, Index edge, Index common) {
    while (base(from) != common) {
        way_[from] = edge;
        const Index inner = graph_.edges[mate_[from]].other(from);
        edge = way_[inner];
        if (label_[inner] == Label::inner) make_outer(inner);
        for (const Index each : {from, inner})
            if (base_[each] == each) base_[each] = common;
        from = graph_.edges[edge].other(inner);
    }
}

Index PerfectMatching::base(Index vertex) {
    while (base_[vertex] != vertex) vertex = base_[vertex] = base_[base_[vertex]];
    return vertex;
}

Index PerfectMatching::above(Index outer) {
    if (mate_[outer] == kNone) return kNone;
    const Index inner = graph_.edges[mate_[outer]].other(outer);
    return base(graph_.edges[way_[inner]].other(inner));
}

Index PerfectMatching::common_base(Index one, Index other) {
    ++time_;
    one = base(one);
    other = base(other);
    while (true) {
        if (one != kNone) {
            if (seen_[one] == time_) return one;
            seen_[one] = time_;
            one = above(one);
        }
        std::swap(one, other);
    }
}

void PerfectMatching::make_outer(Index vertex) {
    if (label_[vertex] == Label::none) touched_.push_back(vertex);
    label_[vertex] = Label::outer;
    queue_.push_back(vertex);
}

// Without the inner vertices there are more components of odd size among the outer ones.
void PerfectMatching::check_refutation() {
    ++time_;
    Index odd = 0, inner = 0;
    for (const Index start : touched_) {
        if (label_[start] == Label::inner) {
            ++inner;
            continue;
        }
        if (seen_[start] == time_) continue;
        seen_[start] = time_;
        queue_.assign(1, start);
        for (std::size_t k = 0; k < queue_.size(); ++k) {
            for (const Index e : graph_.near[queue_[k]]) {
                const Index to = graph_.edges[e].other(queue_[k]);
                if (seen_[to] == time_ || label_[to] == Label::inner) continue;
                seen_[to] = time_;
                queue_.push_back(to);
            }
        }
        odd += static_cast<Index>(queue_.size() % 2);
    }
    EXCOVER_CHECK(odd > inner);
}

void PerfectMatching::forget() {
    for (const Index vertex : touched_) {
        label_[vertex] = Label::none;
        base_[vertex] = vertex;
    }
    touched_.clear();
    queue_.clear();
}

std::vector<Index> PerfectMatching::chosen() const {
    std::vector<Index> found;
    for (Index vertex = 0; vertex < graph_.vertices; ++vertex)
        if (mate_[vertex] != kNone && graph_.edges[mate_[vertex]].ends[0] == vertex) found.push_back(mate_[vertex]);
    return found;
}

Stop MatchingSearch::run(const Allowance& allowance) {
    if (matching_.is_refuted()) return Stop::exhausted;
    if (solutions_ > 0 || allowance.solutions == 0) return Stop::solutions;
    const std::uint64_t last = saturated_sum(nodes(), allowance.nodes);
    Watch watch(allowance.seconds, 20'000);
    do {
        if (nodes() >= last) return Stop::nodes;
        if (watch.is_over(updates() + nodes())) return Stop::time;
    } while (matching_.step());
    if (matching_.is_refuted()) return Stop::exhausted;
    std::vector<Index> cover;
    const Index items = reduction_.graph.vertices / reduction_.copies;
    for (const Index e : matching_.chosen()) {
        const Graph::Edge& edge = reduction_.graph.edges[e];
        if (edge.ends[0] < items && edge.option != kNone) cover.push_back(edge.option);
    }
    std::sort(cover.begin(), cover.end());
    covers_.add(cover);
    ++solutions_;
    return Stop::solutions;
}

}  // namespace excover::matching
