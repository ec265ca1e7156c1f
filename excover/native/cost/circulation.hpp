// A circulation of least cost in a network: what flows into a node flows out of it, and every arc carries a whole
// number between two bounds.
//
// Successive shortest paths with potentials (J. Edmonds and R. M. Karp, Journal of the ACM 19 (1972) 248-264; N.
// Tomizawa 1971): arcs whose reduced cost is negative begin full, others empty; then each path carries what is too much
// at one node to another that lacks it, over arcs whose reduced costs never become negative.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/problem.hpp"
#include "cost/cost_model.hpp"

namespace excover {

class Circulation {
public:
    struct Arc {
        Index from, to;
        Index lower, upper;
        Cost cost;
    };

    // The absolute costs together fit 58 bits. Any potentials will do to begin with; the better, the fewer paths.
    Circulation(std::vector<Arc> arcs, std::vector<Cost> potentials);

    // One path; false if the circulation is done.
    bool step();

    // Once it is done: whether there is none. Then a set of nodes is to carry away more than it can, and the potentials
    // of the others have risen by more than twice what everything can cost.
    bool is_impossible() const { return impossible_; }

    Index flow(std::size_t arc) const { return arcs_[arc].upper - left_[2 * arc]; }
    // The reduced cost of an arc is its cost, with the potential of where it begins and without that of where it ends.
    std::span<const Cost> potentials() const { return potentials_; }
    std::uint64_t work() const { return work_; }  // arcs looked at

private:
    // Of arc k, place 2 * k leads forwards and 2 * k + 1 backwards.
    Index head(std::size_t place) const { return place % 2 == 0 ? arcs_[place / 2].to : arcs_[place / 2].from; }
    Cost reduced(std::size_t place) const;
    void index_places();
    void fill_by_sign();
    Index next_surplus();
    Index search(Index from);
    void relax(Index node, Cost distance);
    void carry(Index from, Index to);

    std::vector<Arc> arcs_;
    std::vector<Cost> potentials_;
    std::vector<Index> left_;  // of a place: how much more it could carry
    std::vector<std::size_t> begins_, places_;  // of a node: those that leave it
    std::vector<Cost> surplus_;  // of a node: how much more flows in than out
    Index waiting_ = 0;  // no node before has a surplus
    std::vector<Cost> distance_;  // of a node, from where the current path begins
    std::vector<std::size_t> via_;  // of a node: the place by which the path comes
    std::vector<Index> final_;  // nodes in the order of their distances
    std::vector<bool> is_final_;
    std::vector<std::pair<Cost, Index>> heap_;
    Cost beyond_ = 1;  // twice what everything can cost, and more
    bool impossible_ = false;
    std::uint64_t work_ = 0;
};

}  // namespace excover
