// What a depth-first search must provide so that several can share one tree.
//
// R. Finkel and U. Manber, "DIB, a distributed implementation of backtracking", ACM TOPLAS 9 (1987) 235-256: a busy
// search gives away the rest of the node nearest to the root, on the average its largest piece. A piece is given by the
// way that leads to it, so that a search with tables of its own can go there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/covers.hpp"
#include "core/problem.hpp"
#include "core/run.hpp"

namespace excover {

// The branches of a node behind one of them.
struct Rest {
    std::vector<Index> path;  // from the root, the option chosen in each node or kNone; last the branch before the rest
    double share;             // of the tree
};

// The position of a search in the whole tree: every solution is either behind it or ahead of it.
struct Position {
    struct Branch {
        Index item, option;  // that the node branches on, and that the branch chooses, or kNone
    };
    std::vector<Branch> way;    // from the root to the current node
    bool is_last_done = false;  // the last branch, as all before it are not

    // Whether a solution was found already: it is behind the branch of its least option that has the item and is not chosen yet.
    bool has_passed(const Problem& problem, std::span<const Index> cover) const;
};

class TreeSearch {
public:
    virtual ~TreeSearch() = default;

    // Goes on until the allowance is used up. If it throws, it can be run again and nothing is lost.
    virtual Stop run(const Allowance& allowance) = 0;

    virtual const Covers& covers() const = 0;
    virtual void clear_covers() = 0;

    virtual std::uint64_t solutions() const = 0;
    virtual std::uint64_t nodes() const = 0;
    virtual std::uint64_t updates() const = 0;
    virtual std::uint64_t depth() const = 0;

    // The share of the tree that is left to this search. Every node divides its share evenly among its branches
    // (D. E. Knuth's progress reports, TAOCP 7.2.2.1).
    virtual double share() const = 0;

    // Only of a search that nothing was taken from.
    virtual Position position() const = 0;

    // Another search of the same tree, without a piece of it yet; it does not depend on changes of this one.
    virtual std::unique_ptr<TreeSearch> sibling() const = 0;

    // Gives away the rest of the node nearest to the root that has one, but keeps a branch; nothing if there is none.
    virtual std::optional<Rest> split() = 0;

    // Leaves whatever it has and takes a rest that another search of the tree gave away. Throws InvalidProblem, and has
    // nothing, if the path is none of the tree.
    virtual void enter(const Rest& rest) = 0;
};

}  // namespace excover
