#include "matching/pfaffian.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace excover::matching {

namespace {

// Back edges that must lie on one side, from the one that returns lowest; each refers to the next lower one.
struct Interval {
    Index low = kNone, high = kNone;

    bool is_empty() const { return high == kNone; }
};

// Two intervals that must lie on different sides.
struct Conflict {
    Interval left, right;
};

class LeftRightTest {
public:
    explicit LeftRightTest(const Graph& graph)
        : graph_(graph),
          height_(graph.vertices, kNone),
          parent_(graph.vertices, kNone),
          root_(graph.vertices, kNone),
          next_(graph.vertices),
          out_(graph.vertices),
          from_(graph.edges.size(), kNone),
          low_(graph.edges.size()),
          second_low_(graph.edges.size()),
          lowest_edge_(graph.edges.size(), kNone),
          ref_(graph.edges.size(), kNone),
          nesting_(graph.edges.size()),
          side_(graph.edges.size(), 1),
          bottom_(graph.edges.size()) {}

    // Whether the graph is planar; then sides of all edges are known.
    bool test() {
        if (graph_.vertices > 2 && graph_.edges.size() > 3 * std::size_t{graph_.vertices} - 6) return false;
        for (Index vertex = 0; vertex < graph_.vertices; ++vertex)
            if (height_[vertex] == kNone) orient(vertex);
        for (Index vertex = 0; vertex < graph_.vertices; ++vertex) {
            for (const Index e : graph_.near[vertex])
                if (from_[e] == vertex) out_[vertex].push_back(e);
            sort_by_nesting(vertex);
        }
        for (Index vertex = 0; vertex < graph_.vertices; ++vertex)
            if (height_[vertex] == 0 && !test_from(vertex)) return false;
        for (Index e = 0; e < graph_.edges.size(); ++e) nesting_[e] *= settled_side(e);
        for (Index vertex = 0; vertex < graph_.vertices; ++vertex) sort_by_nesting(vertex);
        return true;
    }

    Drawing drawing() const;

private:
    Index to(Index edge) const { return graph_.edges[edge].other(from_[edge]); }
    bool is_tree(Index edge) const { return parent_[to(edge)] == edge; }

    void sort_by_nesting(Index vertex) {
        std::stable_sort(out_[vertex].begin(), out_[vertex].end(),
                         [&](Index a, Index b) { return nesting_[a] < nesting_[b]; });
    }

    void orient(Index root);  // the edges of a tree away from its root, and the others back towards it
    void note_lowest(Index vertex, Index edge);
    bool test_from(Index root);
    bool integrate(Index vertex, Index edge);
    bool add_constraints(Index edge, Index parent);
    void remove_back_edges(Index parent);
    void trim(Interval& interval, const Interval& opposite, Index end);
    std::int64_t settled_side(Index edge);
    std::vector<std::array<Index, 2>> rotation() const;

    bool conflicts(const Interval& interval, Index edge) const {
        return !interval.is_empty() && low_[interval.high] > low_[edge];
    }

    Index lowest(const Conflict& pair) const {
        if (pair.left.is_empty()) return low_[pair.right.low];
        if (pair.right.is_empty()) return low_[pair.left.low];
        return std::min(low_[pair.left.low], low_[pair.right.low]);
    }

    const Graph& graph_;
    std::vector<Index> height_, parent_, root_;  // of a vertex; the edge from its parent
    std::vector<std::size_t> next_;  // of a vertex: the edge that is looked at next
    std::vector<std::vector<Index>> out_;  // the edges that leave a vertex, in the order of their nesting
    std::vector<Index> from_, low_, second_low_, lowest_edge_, ref_;  // of an edge
    std::vector<std::int64_t> nesting_;
    std::vector<int> side_;
    std::vector<std::size_t> bottom_;
    std::vector<Conflict> stack_;
};

void LeftRightTest::orient(Index root) {
    std::vector<Index> path{root};
    height_[root] = 0;
    root_[root] = root;
    while (!path.empty()) {
        const Index vertex = path.back();
        const auto near = graph_.near[vertex];
        if (next_[vertex] == near.size()) {
            next_[vertex] = 0;
            path.pop_back();
            if (!path.empty()) note_lowest(path.back(), parent_[vertex]);
            continue;
        }
        const Index e = near[next_[vertex]++];
        if (from_[e] != kNone) continue;
        from_[e] = vertex;
        low_[e] = second_low_[e] = height_[vertex];
        const Index end = to(e);
        if (height_[end] == kNone) {
            parent_[end] = e;
            root_[end] = root;
            height_[end] = height_[vertex] + 1;
            path.push_back(end);
        } else {
            low_[e] = height_[end];
            note_lowest(vertex, e);
        }
    }
}

// What is known of an edge that leaves a vertex, for the edge by which the vertex was reached.
void LeftRightTest::note_lowest(Index vertex, Index edge) {
    nesting_[edge] = 2 * std::int64_t{low_[edge]} + (second_low_[edge] < height_[vertex] ? 1 : 0);
    const Index above = parent_[vertex];
    if (above == kNone) return;
    if (low_[edge] < low_[above]) {
        second_low_[above] = std::min(low_[above], second_low_[edge]);
        low_[above] = low_[edge];
    } else {
        const Index other = low_[edge] > low_[above] ? low_[edge] : second_low_[edge];
        second_low_[above] = std::min(second_low_[above], other);
    }
}

bool LeftRightTest::test_from(Index root) {
    std::vector<Index> path{root};
    while (!path.empty()) {
        const Index vertex = path.back();
        if (next_[vertex] == out_[vertex].size()) {
            path.pop_back();
            if (path.empty()) break;
            remove_back_edges(parent_[vertex]);
            if (!integrate(path.back(), parent_[vertex])) return false;
            continue;
        }
        const Index e = out_[vertex][next_[vertex]++];
        bottom_[e] = stack_.size();
        if (is_tree(e)) {
            path.push_back(to(e));
        } else {
            lowest_edge_[e] = e;
            stack_.push_back({{}, {e, e}});
            if (!integrate(vertex, e)) return false;
        }
    }
    return true;
}

// The return edges of an edge that leaves a vertex, among those of the edges before it.
bool LeftRightTest::integrate(Index vertex, Index edge) {
    if (low_[edge] >= height_[vertex]) return true;
    if (edge != out_[vertex].front()) return add_constraints(edge, parent_[vertex]);
    lowest_edge_[parent_[vertex]] = lowest_edge_[edge];
    return true;
}

bool LeftRightTest::add_constraints(Index edge, Index parent) {
    Conflict merged;
    const auto join = [&](Interval& into, const Interval& more) {
        if (into.is_empty()) {
            into.high = more.high;
        } else {
            ref_[into.low] = more.high;
        }
        into.low = more.low;
    };
    while (stack_.size() > bottom_[edge]) {  // its own return edges are on one side
        Conflict top = stack_.back();
        stack_.pop_back();
        if (!top.left.is_empty()) std::swap(top.left, top.right);
        if (!top.left.is_empty()) return false;
        if (low_[top.right.low] > low_[parent]) {
            join(merged.right, top.right);
        } else {
            ref_[top.right.low] = lowest_edge_[parent];
        }
    }
    while (!stack_.empty() && (conflicts(stack_.back().left, edge) || conflicts(stack_.back().right, edge))) {
        Conflict top = stack_.back();
        stack_.pop_back();
        if (conflicts(top.right, edge)) std::swap(top.left, top.right);
        if (conflicts(top.right, edge)) return false;
        if (!top.right.is_empty()) join(merged.right, top.right);
        join(merged.left, top.left);
    }
    if (!merged.left.is_empty() || !merged.right.is_empty()) stack_.push_back(merged);
    return true;
}

// Of an interval, the edges that end at a vertex to which the walk returns.
void LeftRightTest::trim(Interval& interval, const Interval& opposite, Index end) {
    if (interval.is_empty()) return;
    while (interval.high != kNone && to(interval.high) == end) interval.high = ref_[interval.high];
    if (interval.high != kNone) return;
    ref_[interval.low] = opposite.low;
    side_[interval.low] = -1;
    interval.low = kNone;
}

void LeftRightTest::remove_back_edges(Index parent) {
    const Index end = from_[parent];
    while (!stack_.empty() && lowest(stack_.back()) == height_[end]) {
        if (stack_.back().left.low != kNone) side_[stack_.back().left.low] = -1;
        stack_.pop_back();
    }
    if (stack_.empty()) return;
    Conflict& top = stack_.back();
    trim(top.left, top.right, end);
    trim(top.right, top.left, end);
    if (low_[parent] >= height_[end]) return;
    const Index left = top.left.high, right = top.right.high;
    ref_[parent] = left != kNone && (right == kNone || low_[left] > low_[right]) ? left : right;
}

// An edge lies on the side that its own sign says, as seen from the edge that it refers to.
std::int64_t LeftRightTest::settled_side(Index edge) {
    std::vector<Index> way;
    for (Index e = edge; e != kNone; e = ref_[e]) way.push_back(e);
    for (std::size_t k = way.size() - 1; k-- > 0;) side_[way[k]] *= side_[way[k + 1]];
    for (const Index e : way) ref_[e] = kNone;
    return side_[edge];
}

// For each way along an edge, the ways before it and behind it around the vertex where it begins.
std::vector<std::array<Index, 2>> LeftRightTest::rotation() const {
    const auto way = [&](Index edge, Index vertex) {
        return 2 * edge + (graph_.edges[edge].ends[0] == vertex ? 0 : 1);
    };
    std::vector<std::array<Index, 2>> around(2 * graph_.edges.size());
    std::vector<Index> first(graph_.vertices, kNone), left(graph_.vertices, kNone), right(graph_.vertices, kNone);
    const auto insert_behind = [&](Index added, Index place) {
        const Index behind = around[place][1];
        around[added] = {place, behind};
        around[place][1] = around[behind][0] = added;
    };
    const auto put = [&](Index vertex, Index added, Index place) {  // behind a place, if there is one
        if (place == kNone) {
            around[added] = {added, added};
            first[vertex] = added;
        } else {
            insert_behind(added, place);
        }
    };
    for (Index vertex = 0; vertex < graph_.vertices; ++vertex) {
        Index last = kNone;
        for (const Index e : out_[vertex]) {
            put(vertex, way(e, vertex), last);
            last = way(e, vertex);
        }
    }
    std::vector<std::size_t> next(graph_.vertices);
    for (Index root = 0; root < graph_.vertices; ++root) {
        if (height_[root] != 0) continue;
        std::vector<Index> path{root};
        while (!path.empty()) {
            const Index vertex = path.back();
            if (next[vertex] == out_[vertex].size()) {
                path.pop_back();
                continue;
            }
            const Index e = out_[vertex][next[vertex]++], end = to(e), back = way(e, end);
            if (is_tree(e)) {
                put(end, back, first[end] == kNone ? kNone : around[first[end]][0]);
                left[vertex] = right[vertex] = way(e, vertex);
                path.push_back(end);
            } else if (side_[e] == 1) {
                insert_behind(back, right[end]);
            } else {
                insert_behind(back, around[left[end]][0]);
                left[end] = back;
            }
        }
    }
    return around;
}

Drawing LeftRightTest::drawing() const {
    const std::vector<std::array<Index, 2>> around = rotation();
    Drawing found{std::vector<Index>(around.size(), kNone), {}, std::vector<bool>(graph_.edges.size())};
    std::vector<std::int64_t> euler(graph_.vertices);  // of each root: vertices - edges + faces
    for (Index vertex = 0; vertex < graph_.vertices; ++vertex) ++euler[root_[vertex]];
    for (Index e = 0; e < graph_.edges.size(); ++e) {
        --euler[root_[from_[e]]];
        found.is_tree[e] = is_tree(e);
    }
    for (Index start = 0; start < around.size(); ++start) {
        if (found.face[start] != kNone) continue;
        const Index root = root_[from_[start / 2]];
        ++euler[root];
        for (Index way = start; found.face[way] == kNone; way = around[way ^ 1][1]) found.face[way] = found.faces();
        found.part.push_back(root);
    }
    for (Index vertex = 0; vertex < graph_.vertices; ++vertex)
        EXCOVER_CHECK(root_[vertex] != vertex || graph_.near[vertex].empty() || euler[vertex] == 2);
    return found;
}

}  // namespace

std::optional<Drawing> drawing_of(const Graph& graph) {
    LeftRightTest test(graph);
    if (!test.test()) return std::nullopt;
    return test.drawing();
}

}  // namespace excover::matching
