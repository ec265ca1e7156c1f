// What a depth-first search must provide so that several can share one tree.
//
// R. Finkel and U. Manber, "DIB, a distributed implementation of backtracking", ACM TOPLAS 9 (1987) 235-256: a busy
// search gives away the rest of the node nearest to the root, on the average its largest piece. A piece is given by the
// way that leads to it, so that a search with tables of its own can go there.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"

namespace excover {

// The branches of a node behind one of them.
struct Rest {
    std::vector<Index> path;  // from the root, the option chosen in each node or kNone; last the branch before the rest
    double share;  // of the tree
};

class TreeSearch : public Engine {
public:
    // The share of the tree that is left to this search. Every node divides its share evenly among its branches
    // (D. E. Knuth's progress reports, TAOCP 7.2.2.1).
    virtual double share() const = 0;

    std::optional<double> progress() const override { return std::clamp(1 - share(), 0.0, 1.0); }

    // Only of a search that nothing was taken from.
    Position position() const override = 0;

    // Another search of the same tree, without a piece of it yet; it does not depend on changes of this one.
    virtual std::unique_ptr<TreeSearch> sibling() const = 0;

    // Gives away the rest of the node nearest to the root that has one, but keeps a branch; nothing if there is none.
    virtual std::optional<Rest> split() = 0;

    // Leaves whatever it has and takes a rest that another search of the tree gave away. Throws InvalidProblem, and has
    // nothing, if the path is none of the tree.
    virtual void enter(const Rest& rest) = 0;
};

}  // namespace excover
