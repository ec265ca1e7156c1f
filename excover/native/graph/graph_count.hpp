// The number of solutions, exactly, without listing them: equal states are met once.
//
// D. E. Knuth, TAOCP 7.1.4, exercise 225, and 7.2.2.1; the state of an exact cover problem is the set of covered
// items, as in M. Nishino, N. Yasuda, S. Minato and M. Nagata, "Dancing with decision diagrams", AAAI 2017. Here the
// search goes forward, level by level: a state has the number of ways that lead to it, and is dropped when it has
// passed that on to its successors. So only the states of a few levels are kept at a time.
//
// The tables keep within a bound of memory. When they fill, the deepest states are followed first, so that tables
// become free again; what finds no room at all is followed at once, depth first, and merges with what has room. That is
// slower, never wrong, since a number of ways counts the same whether or not equal states met.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"

namespace excover::graph {

// Its nodes are states expanded, its updates states that were reached, each time, and its depth is its level.
class GraphCount : public Engine {
public:
    std::uint64_t solutions() const override {
        const std::vector<std::uint64_t> limbs = count();
        const bool fits = std::all_of(limbs.begin() + 1, limbs.end(), [](std::uint64_t limb) { return limb == 0; });
        return fits ? limbs[0] : UINT64_MAX;
    }
    std::vector<std::uint64_t> count() const override = 0;

    virtual std::uint64_t bytes() const = 0;  // of memory, at most, in the tables so far
};

// `problem` must outlive the count. It takes at most `memory` bytes for tables, a few hundred kilobytes for the states
// at hand, and a small multiple of what the problem takes. In less than a megabyte hardly any states meet: the count is
// exact, but practically endless. The number of threads affects only the time. Throws std::invalid_argument if
// this way of counting does not apply.
std::unique_ptr<GraphCount> make_graph_count(const Problem& problem, std::uint64_t memory, unsigned threads);

}  // namespace excover::graph
