// A lower bound on what a model can cost, and what each option costs beyond it.
//
// The bounds of the items are relaxed: a price is paid for each item, a part of the cost of the options that cover it.
// What an option costs beyond the prices of its items is its reduced cost; the bound is the sum of the prices and of
// all negative reduced costs, and it holds for any prices. M. Held and R. M. Karp, "The traveling-salesman problem and
// minimum spanning trees: part II", Mathematical Programming 1 (1971) 6-25, look for good prices by subgradients; M. L.
// Fisher, "The Lagrangian relaxation method for solving integer programming problems", Management Science 27 (1981)
// 1-18; for set partitioning and covering J. E. Beasley (1990) and A. Caprara, M. Fischetti and P. Toth, "A heuristic
// method for the set covering problem", Operations Research 47 (1999) 730-743.
//
// Prices are whole numbers, in parts of the unit of costs, so that a bound is exact: nothing is rounded, and no
// rounding can cut off an optimum. Only the length of a step is a floating-point number, and any step will do.
// Colored items are left out, which makes the bound weaker, not wrong.
//
// Bounds on sums are relaxed, too: a unit of weight has a rate, which each option pays for what it weighs, and the
// bound gets back for what may be weighed at most. What an option pays is rounded down, and so is their sum, which is
// therefore never less than the sum of the parts: the bound stays exact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "cost/cost_model.hpp"
#include "cost/propagation.hpp"

namespace excover::cost {

class Lagrangian {
public:
    explicit Lagrangian(const CostModel& model);  // which must outlive it

    // A solution that contains the chosen options and none of those ruled out does not cost less, in parts.
    Cost bound(const PropagationState& state);
    // Of an open option, by the last bound(): choosing it (if positive) or not choosing it (if negative) costs so much
    // more.
    Cost reduced(Index option) const { return reduced_[option]; }

    // The next step keeps nothing of the direction of those before: B. T. Polyak's heavy ball (1964) is for one ascent.
    void rest() {
        std::ranges::fill(drift_, 0.0);
        std::ranges::fill(row_drift_, 0.0);
    }
    // Changes the prices, in the direction in which the last bound grows; false if nothing changes.
    bool step(const PropagationState& state, double length);
    // The squared length of that direction.
    double slope() const { return slope_; }

    Cost parts() const { return parts_; }  // in a unit of cost
    // Rates of the rows, then prices of the items.
    std::span<const Cost> prices() const { return prices_; }
    void set_prices(std::span<const Cost> prices) { prices_.assign(prices.begin(), prices.end()); }
    // Prices in units of cost; all of them are ignored if one is too large.
    void begin_with(std::span<const Cost> prices);

    std::uint64_t work() const { return work_; }

private:
    // The rate of a row is a whole number of parts for so many units of weight: 2 to the power of `shift`.
    struct Scale {
        int shift;
        double weight;  // of an option, on the average
        double fine;  // how much of the rate is one part for such an option
        Cost most;  // the greatest rate, so that nothing overflows
    };

    Scale scale_of(Index row) const;
    Cost paid(Index row, Weight weight) const;
    Cost gradient(const PropagationState& state, Index item) const;
    double row_gradient(const PropagationState& state, Index row) const;
    bool step_of_rows(const PropagationState& state, double length);

    const CostModel& model_;
    Cost parts_ = 1, most_;  // in a unit of cost; the greatest price, so that nothing overflows
    std::vector<Scale> scales_;  // of a row
    std::vector<Cost> prices_;  // of a row, then of an item
    std::vector<Cost> scaled_, reduced_;  // of an option: its cost, and its reduced cost, in parts
    std::vector<Index> taken_;  // of an item: how many options with negative reduced cost cover it
    std::vector<Weight> carried_;  // of a row: what the options with negative reduced cost weigh
    std::vector<double> drift_, row_drift_;  // of an item, of a row: the last change of its price
    double slope_ = 0;
    std::uint64_t work_ = 0;
};

}  // namespace excover::cost
