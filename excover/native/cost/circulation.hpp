// A circulation of least cost in a network: what flows into a node flows out of it, and every arc carries a whole
// number between two bounds.
//
// Successive shortest paths with potentials (J. Edmonds and R. M. Karp, Journal of the ACM 19 (1972) 248-264; N.
// Tomizawa 1971): arcs whose reduced cost is negative begin full, others empty; then each path carries what is too much
// at one node to another that lacks it, over arcs whose reduced costs never become negative.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/problem.hpp"
#include "cost/cost_model.hpp"

namespace excover::cost {

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
    void fill_by_sign();
    Index next_surplus();
    Index search(Index from);
    void relax(Index node, Cost distance);
    void carry(Index from, Index to);

    std::vector<Arc> arcs_;
    std::vector<Cost> potentials_;
    std::vector<Index> left_;  // of a place: how much more it could carry
    Lists<std::size_t> places_;  // of a node: those that leave it
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

// Models whose items have two sides, such that an option covers at most one item of each: assignments, dominoes on a
// chessboard.
//
// Such a model is a circulation: an option carries 0 or 1 from an item of the left side to one of the right side, and a
// hub joins the sides by an arc for each item, which carries as much as the item may be covered (E. L. Lawler,
// "Combinatorial optimization: networks and matroids", 1976, chapters 4 and 5). Its potentials are prices at which the
// Lagrangian bound is the least cost, or more than any cost if there is no solution. Nothing here is taken on trust:
// that bound is computed from the prices as from any others.
class TwoSides {
public:
    // None if the items do not have two sides, there are colors, or the costs are very large.
    static std::optional<TwoSides> of(const CostModel& model);

    // A part of the work; false if it is done.
    bool step() { return circulation_.step(); }
    std::uint64_t work() const { return circulation_.work(); }

    // Once it is done: the options of a solution of least cost; none if there is no solution.
    std::optional<std::vector<Index>> chosen() const;
    // The prices of the items.
    std::vector<Cost> prices() const;

private:
    TwoSides(const CostModel& model, std::vector<bool> is_left, std::vector<Cost> prices);

    std::vector<bool> is_left_;  // of an item
    std::vector<Index> apart_;  // options that cover nothing, and cost less than nothing
    std::vector<Index> options_;  // of an arc of the circulation, up to those of the items
    Circulation circulation_;
};

}  // namespace excover::cost
