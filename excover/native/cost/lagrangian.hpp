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

namespace excover::cost {

// The rest of a model after some options were chosen and others ruled out.
//
// Every change is on a trail and can be taken back. The options that are still open are a sparse set (P. Briggs and
// L. Torczon 1993), so that a bound passes over them alone.

class PropagationState {
public:
    explicit PropagationState(const CostModel& model);  // which must outlive it

    bool is_possible() const { return possible_; }

    std::span<const Index> open() const { return {order_.data(), order_.size() - closed_}; }
    bool is_open(Index option) const { return place_[option] < order_.size() - closed_; }
    // The options chosen, in that order, and what they cost.
    std::span<const Index> chosen() const { return chosen_; }
    Cost spent() const { return spent_; }

    Index degree(Index item) const { return degree_[item]; }
    // How many options an item still needs, and how many it may have, no more than are open.
    Index need(Index item) const { return lower_[item] > tally_[item] ? lower_[item] - tally_[item] : 0; }
    Index room(Index item) const { return std::min(model_.upper(item) - tally_[item], degree_[item]); }
    // The least number of options of an item: that of the model, or 1 where it is required. Those that are required.
    Index lower(Index item) const { return lower_[item]; }
    std::span<const Index> required() const { return required_; }

    // What the further options of a row may weigh at most, and what is left of that if all open options of negative
    // weight are chosen: below 0, there is no solution.
    Weight left(Index row) const { return left_[row]; }
    Weight slack(Index row) const { return left_[row] - negative_[row]; }
    // No further options weigh more, whichever are chosen.
    Weight most(Index row) const { return std::min(left_[row], positive_[row]); }
    // A row whose sum is still too large; kNone if there is none.
    Index overdrawn() const;

    // Each is about an open option, and false if some item then cannot be covered any more. propagate() then draws the
    // consequences.
    bool choose(Index option);
    bool rule_out(Index option);
    // An item may no longer stay open; false if it has no option.
    bool require(Index item);

    // Makes the next propagate() look at every item.
    void tighten_all();
    // Chooses what has to be chosen, and rules out what has become too heavy, until nothing follows any more; false if
    // some item cannot be covered, or some sum is too large.
    bool propagate();

    struct Mark {
        std::size_t chosen, required;
        Index closed;
    };
    Mark mark() const { return {chosen_.size(), required_.size(), closed_}; }
    void restore(const Mark& mark);
    // The options chosen or ruled out up to a mark.
    std::span<const Index> closed(const Mark& mark) const {
        return {order_.data() + order_.size() - mark.closed, mark.closed};
    }

    // How often an option was taken from an item so far (Knuth's "updates").
    std::uint64_t updates() const { return updates_; }
    // Options of rows looked at so far, most of which stay as they are.
    std::uint64_t looks() const { return looks_; }

private:
    void close(Index option);
    void note(Index item);
    bool fill(Index option);
    bool paint(Index option);
    bool use_all(Index item);
    void note_row(Index row);
    bool ease(Index row);

    const CostModel& model_;
    std::vector<Index> order_, place_;  // open options first; where each option is
    Index closed_ = 0;
    std::vector<Index> chosen_;
    std::vector<Index> degree_;  // of an item: its open options
    std::vector<Index> tally_;  // of an item: its chosen options
    std::vector<Index> lower_, required_;
    std::vector<Index> painter_;  // of a colored item: the option that gave it its color
    std::vector<Index> tight_;  // items that may need all their open options
    std::vector<Weight> left_, negative_, positive_;  // of a row; the weights of its open options, by their sign
    std::vector<Index> strained_;  // rows that may not bear all their open options
    Cost spent_ = 0;
    std::uint64_t updates_ = 0, looks_ = 0;
    bool possible_ = true;
};

class Lagrangian {
public:
    explicit Lagrangian(const CostModel& model);  // which must outlive it

    // A solution that contains the chosen options and none of those ruled out does not cost less, in parts.
    Cost bound(const PropagationState& state);
    // Of an open option, by the last bound(): choosing it (if positive) or not choosing it (if negative) costs so much
    // more.
    Cost reduced(Index option) const { return reduced_[option]; }
    // How much more than a bound, in parts, a solution may cost within a limit; saturated.
    Cost room(Cost limit, Cost bound) const;
    // Reduced cost fixing after bound(): whatever costs more than the room is ruled out, or chosen, and propagated.
    // False if that leaves no solution.
    bool fix(PropagationState& state, Cost room);

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
    // The same with rates of the rows, a unit of weight, and prices of the items.
    void begin_with(std::span<const double> prices);

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
    std::vector<Index> forced_;  // scratch
    double slope_ = 0;
    std::uint64_t work_ = 0;
};

}  // namespace excover::cost
