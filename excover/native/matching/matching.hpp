// Problems whose options cover at most two items each: a solution is a matching in a graph, which has a vertex for each
// item and an edge for each option.
//
// J. Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17 (1965): a matching grows along
// alternating paths, where odd cycles are shrunk to one vertex. If no path leads away from a free vertex, the tree that
// was searched is a proof that no matching covers all: a set of vertices without which there are more odd components
// than it has vertices (W. T. Tutte, Journal of the London Mathematical Society 22, 1947). It is verified by code of
// its own.
//
// Items that may stay uncovered, and options of a single item, are no obstacle: the graph is then taken twice, with an
// edge between both copies of such a vertex. A perfect matching of that is a solution in each copy, and a solution
// taken twice is one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"

namespace excover::matching {

// A graph without loops and parallel edges.
struct Graph {
    struct Edge {
        std::array<Index, 2> ends;  // the lower one first
        Index option;  // the first of those that cover both ends; kNone between two copies of a vertex
        std::uint64_t options;  // how many there are

        Index other(Index end) const { return ends[0] ^ ends[1] ^ end; }
    };

    Index vertices = 0;
    std::vector<Edge> edges;
    Lists<Index> near;  // the edges of each vertex

    Graph(Index number_of_vertices, std::vector<Edge> listed);  // merges parallel edges
};

// The graph whose perfect matchings are the solutions, or of which each contains one, if it may be taken twice. Throws
// InvalidProblem where an item is colored or may be covered several times, or an option covers three items.
struct Reduction {
    Graph graph;
    Index copies;  // one, or two: then perfect matchings are no solutions, but contain them
};
Reduction reduced(const Problem& problem);

// Perfect matchings of a graph.
class PerfectMatching {
public:
    explicit PerfectMatching(const Graph& graph);

    // Covers a further vertex; false if all are covered, or it `is_refuted`.
    bool step();
    bool is_refuted() const { return is_refuted_; }

    std::vector<Index> chosen() const;  // edges
    std::uint64_t steps() const { return steps_; }
    std::uint64_t looks() const { return looks_; }  // at edges

private:
    enum class Label : std::uint8_t { none, outer, inner };

    void begin_greedily();
    bool grow_from(Index root);
    bool reach(Index from, Index edge);
    void flip(Index end);
    void shrink(Index from, Index edge, Index common);
    Index base(Index vertex);
    Index common_base(Index one, Index other);
    Index above(Index outer);  // the base of the outer vertex above a base; kNone of the root
    void make_outer(Index vertex);
    void check_refutation();
    void forget();

    const Graph& graph_;
    std::vector<Index> mate_;  // the edge that covers a vertex, or kNone
    std::vector<Index> way_;  // of an inner vertex: the edge to an outer one by which it was reached
    std::vector<Index> base_;  // a step towards the base of the odd cycles that contain a vertex
    std::vector<Label> label_;
    std::vector<std::uint64_t> seen_;
    std::vector<Index> queue_, touched_;
    std::uint64_t time_ = 0, steps_ = 0, looks_ = 0;
    Index next_ = 0;  // no vertex before it is free
    bool is_refuted_ = false;
};

// A solution, or the proof that there is none.
class MatchingSearch final : public Engine {
public:
    // `problem` must outlive it; throws InvalidProblem as `reduced` does.
    explicit MatchingSearch(const Problem& problem) : reduction_(reduced(problem)), matching_(reduction_.graph) {}

    MatchingSearch(const MatchingSearch&) = delete;
    MatchingSearch& operator=(const MatchingSearch&) = delete;

    // `exhausted` if there is no solution, `solutions` once there is one.
    Stop run(const Allowance& allowance) override;
    const Covers& covers() const override { return covers_; }
    void clear_covers() override { covers_.clear(); }
    std::uint64_t solutions() const override { return solutions_; }

    // Vertices covered one after the other, and looks at edges.
    std::uint64_t nodes() const override { return matching_.steps(); }
    std::uint64_t updates() const override { return matching_.looks(); }

private:
    const Reduction reduction_;
    PerfectMatching matching_;
    Covers covers_;
    std::uint64_t solutions_ = 0;
};

}  // namespace excover::matching
