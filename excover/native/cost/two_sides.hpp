// Models whose items have two sides, such that an option covers at most one item of each: assignments, dominoes on a
// chessboard.
//
// Such a model is a circulation: an option carries 0 or 1 from an item of the left side to one of the right side, and a
// hub joins the sides by an arc for each item, which carries as much as the item may be covered (E. L. Lawler,
// "Combinatorial optimization: networks and matroids", 1976, chapters 4 and 5). Its potentials are prices at which the
// Lagrangian bound is the least cost, or more than any cost if there is no solution. Nothing here is taken on trust:
// that bound is computed from the prices as from any others.
#pragma once

#include <optional>
#include <vector>

#include "cost/circulation.hpp"
#include "cost/cost_model.hpp"

namespace excover {

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

}  // namespace excover
