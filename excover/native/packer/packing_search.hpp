// All solutions, depth first, with a mask as the state: the first open item of a fixed order, its options
// by ascending number. A first empty cell and bit masks are how packers of pieces have searched since J. G. Fletcher,
// "A program to solve the pentomino problem by the recursive use of macros", CACM 8 (1965).
//
// The tree has many more nodes than that of the lanes, which always find the item with the fewest options, but a node
// takes a tenth of the time or less: a few words are read, combined and stored.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"

namespace excover::packer {

// `problem` must outlive the search; InvalidProblem if it does not suit. Covers are kept for covers(), or only
// counted. Its nodes are the root, and every branch tried; so are its updates.
std::unique_ptr<TreeSearch> packing_search(const Problem& problem, bool keep_covers);

// In which order a packer covers items, and how many nodes that may take.
//
// The state of a packer is nothing but the set of covered items, a mask, so a node costs little; but it branches on the
// first item of a fixed order that is not covered yet, whatever other items have fewer options left. So all depends on
// the order. The cells of a board are swept from one end to the other, along the short side: they are sorted by
// the slowest mode of a diffusion among items that share options, the second eigenvector of their random walk (M.
// Fiedler, "A property of eigenvectors of nonnegative symmetric matrices and its application to graph theory",
// Czechoslovak Mathematical Journal 25, 1975). Items that share options with most others, such as pieces, come last.
// Several such orders, in both directions, also behind the item of fewest options, are compared by random walks (D. E.
// Knuth, "Estimating the efficiency of backtrack programs", 1975).

// The most items of a mask, and the most options.
inline constexpr Index kMostWords = 4, kMostItems = 64 * kMostWords, kMostOptions = 1 << 22;

// Does a packer suit a problem? Items are covered exactly once, at most once or not at all, an option covers one of
// the first, and there are not too many of either.
bool suits(const Problem& problem);

struct Order {
    std::vector<Index> items;  // all that are to be covered exactly once
    double nodes = 0;  // of a search in this order, as estimated
};

// The best order found. The problem must suit.
Order best_order(const Problem& problem);

// Whether a packer seems to take less time than a search that branches on the item with the fewest options. It takes a
// fraction of a millisecond where that search has few nodes; then it is not worth while.
struct Prospect {
    bool is_good = false;
    double nodes = 0, nodes_by_fewest = 0;  // as estimated, of a packer and of the other search
};
Prospect prospect(const Problem& problem);

}  // namespace excover::packer
