// The order in which a sweep decides items, chosen such that its states are small.
//
// The frontier method: S. Sekine, H. Imai and S. Tani, "Computing the Tutte polynomial of a graph of moderate
// size", ISAAC 1995; D. E. Knuth's Simpath, TAOCP 7.1.4, exercise 225. What is remembered here are the items
// that were met, by an option of an item decided earlier, and not yet left behind: the boundary.
#pragma once

#include <vector>

#include "core/problem.hpp"

namespace excover::graph {

// Exactly once: such an item is decided by choosing one of its options.
inline bool is_exact(const Problem& problem, Index item) {
    return !problem.is_colored(item) && problem.lower(item) == 1 && problem.upper(item) == 1;
}

// The exactly-once items in an order that keeps the boundary narrow, found from the matrix alone. Items that
// share options with nearly all others, such as the pieces of a packing puzzle, come last. Parts that share no options
// come one after the other: between them all states are one, so that the work is the sum of theirs, not the product.
std::vector<Index> frontier_order(const Problem& problem);

// What `frontier_order` takes, about and as a single part, in comparisons of words.
double frontier_order_work(const Problem& problem);

// Which level of a sweep meets what; kNone stands for never.
struct Schedule {
    Schedule(const Problem& problem, std::vector<Index> order);

    Index levels() const { return static_cast<Index>(order.size()); }

    std::vector<Index> order;  // of a level: the item it decides
    std::vector<Index> level;  // of an item: the level that decides it; kNone if it is covered by then in any case
    std::vector<Index> group;  // of an option: the level that may choose it, where its first item is decided
    std::vector<Index> first, last;  // of an item: the first and the last level that may choose an option with it

private:
    void number_levels();
    void drop_empty_levels();
    void group_options(const Problem& problem);
    void find_spans(const Problem& problem);
};

}  // namespace excover::graph
