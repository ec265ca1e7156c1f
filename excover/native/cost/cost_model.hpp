// A problem, simplified for the search for the cheapest solution: fewer items and options, smaller costs.
//
// Four simplifications, none of which loses the least cost:
// - An option that covers nothing but one item that must be covered once is the slack of that item: the item may then
//   stay open for the price of the slack. So x = 1 - (the others), and the price is taken off each of the others.
// - An item that may stay open and cannot be covered too often is left out.
// - Of options that cover the same, with the same colors, and exclude each other, only the cheapest is of use.
// - Costs are divided by their greatest common divisor.
//
// Options that weigh something in a bounded sum are neither slacks nor alike.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/problem.hpp"

namespace excover::cost {

using Cost = std::int64_t;

class CostModel;

// Of the items of a model, those whose options are amounts of the same, such as how often a pattern is cut: at most one
// of them is chosen, and they differ in what they weigh in sums alone. The amount is what an option weighs in its first
// sum, whatever its sign; no two of an item are the same.
//
// Where each is so many times the same at so many times the cost, that is a number of times, too. Not where most
// numbers of times are missing: whole numbers then say less than the options themselves.
class Amounts {
public:
    Amounts() = default;
    explicit Amounts(const CostModel& model);

    Index items() const { return items_; }  // that there are
    // The options of an item, the least amount first; none if they are no amounts.
    std::span<const Index> of(Index item) const {
        return item < options_.size() ? std::span<const Index>(options_[item]) : std::span<const Index>();
    }
    bool has(Index option) const { return amounts_[option] > 0; }
    Weight amount(Index option) const { return amounts_[option]; }
    // How many times the same an option is, and the most of an item; 1 and 0 where they are no such numbers.
    Weight times(Index option) const { return times_[option]; }
    Weight most_times(Index item) const { return item < most_.size() ? most_[item] : 0; }

private:
    void note(const CostModel& model, Index item);
    void note_times(const CostModel& model, Index item);

    Index items_ = 0;
    std::vector<std::vector<Index>> options_;  // of an item
    std::vector<Weight> amounts_, times_;  // of an option; no amount is 0
    std::vector<Weight> most_;  // of an item
};

class CostModel {
public:
    struct Colored {
        Index item, color;
    };

    // Of an option, what it weighs in a sum; of a sum, an option that weighs something.
    struct Share {
        Index row;
        Weight weight;
    };
    struct Weighed {
        Index option;
        Weight weight;
    };

    // One cost an option, small enough that all together fit 62 bits; throws InvalidProblem otherwise, or if a sum is
    // wrong.
    CostModel(const Problem& problem, std::span<const Cost> costs, std::span<const LinearConstraint> rows = {});

    // Items are renumbered, without those whose bounds always hold. Colored items have their own numbers.
    Index items() const { return static_cast<Index>(lower_.size()); }
    Index colored_items() const { return static_cast<Index>(shades_.keys()); }
    Index options() const { return static_cast<Index>(costs_.size()); }
    Index entries() const { return static_cast<Index>(entries_.size()); }

    Index lower(Index item) const { return lower_[item]; }
    Index upper(Index item) const { return upper_[item]; }
    std::span<const Index> covered(Index option) const { return slice(entries_, starts_, option); }
    std::span<const Colored> colored(Index option) const { return slice(colored_, colored_starts_, option); }
    std::span<const Index> options_of(Index item) const { return members_[item]; }
    std::span<const Colored> options_with_color(Index item) const { return shades_[item]; }

    Index rows() const { return static_cast<Index>(uppers_.size()); }
    Index row_entries() const { return static_cast<Index>(weighed_.size()); }
    Weight upper_sum(Index row) const { return uppers_[row]; }
    std::span<const Share> shares(Index option) const { return shares_[option]; }
    // Those that weigh most first, whatever their sign.
    std::span<const Weighed> weighed(Index row) const { return slice(weighed_, weighed_starts_, row); }
    const Amounts& amounts() const { return amounts_; }

    Cost cost(Index option) const { return costs_[option]; }
    Cost total() const { return total_; }  // of the absolute costs
    Cost least() const { return least_; }  // that options can cost together

    // What a sum of weights is at most.
    struct Row {
        std::vector<Weighed> weighed;
        Weight upper;
    };

    // Further rows, after the others, which stay if they are marked; those of the problem stay. Numbers of times weigh
    // so many times the same in them.
    void renew_rows(const std::vector<bool>& stays, std::span<const Row> further);

    // Further items, each covered once at most, by the options that cover at least two of three items, which are
    // covered once at most, too.
    void add_pairs_of(std::span<const std::array<Index, 3>> triples);

    // Takes the last ones out again.
    void drop_items(Index from);

    // Costs as the caller knows them, and the greatest cost here that is at most such a one.
    Cost known(Cost cost) const { return constant_ + cost * unit_; }
    Cost own(Cost known) const;
    double known(double cost) const { return static_cast<double>(constant_) + cost * static_cast<double>(unit_); }
    // Prices of the items here as those of the items of the problem, whose options cost so much.
    std::vector<double> known_prices(std::span<const double> of_items, std::span<const Cost> costs) const;
    double unit() const { return static_cast<double>(unit_); }
    Cost known_cost(std::span<const Index> cover) const;

    // A solution in the numbers of the problem, ascending.
    std::vector<Index> original(std::span<const Index> chosen) const;
    // A solution of the problem in numbers of this model, without slacks, and with the cheapest of options that cover
    // the same.
    std::vector<Index> own(std::span<const Index> cover) const;

private:
    template <class T>
    static std::span<const T> slice(const std::vector<T>& values, const std::vector<Index>& starts, Index k) {
        return {values.data() + starts[k], values.data() + starts[k + 1]};
    }

    void check(std::span<const Cost> costs) const;
    void note_weighing(std::span<const LinearConstraint> rows);
    void find_slacks(std::span<const Cost> costs);
    bool is_slack_of_one(Index option) const;
    void take_off(std::span<const Cost> costs);
    Index least(Index item) const { return slack_[item] == kNone ? problem_.lower(item) : 0; }
    void number_items();
    bool is_of_use(Index option) const;
    bool excludes_its_like(Index option) const;
    std::vector<std::pair<Index, Index>> row(Index option) const;
    std::vector<Index> useful_options();
    void add_cheapest(std::span<const std::pair<std::uint64_t, Index>> alike, std::vector<Index>& useful);
    void add_option(Index option);
    void cover_further(std::span<const std::vector<Index>> further);
    void index_members();
    void add_rows(std::span<const LinearConstraint> rows);
    void add_row(std::vector<Weighed> weighed);
    void index_rows();
    void divide_costs();
    void note_least(std::span<const Cost> costs);

    const Problem& problem_;
    std::vector<bool> weighs_;  // of an option of the problem: whether it weighs something in a sum
    std::vector<Index> slack_;  // of an item of the problem: the option that stands for "open", or kNone
    std::vector<Index> degree_;  // of an item of the problem: its options, slacks aside
    std::vector<Cost> prices_;  // of an option of the problem, slacks taken off
    std::vector<Index> number_;  // of an item of the problem: its number here, kNone if its bounds always hold
    std::vector<Index> stand_in_;  // of an option of the problem: the cheapest that covers the same, kNone for a slack
    std::vector<Index> original_, own_;
    std::vector<Index> lower_, upper_;
    std::vector<Index> starts_{0}, entries_, colored_starts_{0};
    std::vector<Colored> colored_;
    Lists<Index> members_;  // of an item: the options that cover it,
    Lists<Colored> shades_;  // and those that color it
    std::vector<Weight> uppers_;
    std::vector<Index> weighed_starts_{0};
    Lists<Share> shares_;
    std::vector<Weighed> weighed_;
    std::vector<Cost> costs_;
    Cost total_ = 0, least_ = 0, constant_ = 0, unit_ = 1;
    Amounts amounts_;
};

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

// What is added to a cost model so that its bound gets better, though no solution needs it: cuts.

// What the colors of a problem imply for its items, as bounds on sums, which a bound on the cost can take into account.
//
// Where all options of an item that is covered exactly once color the same item, they decide its color: exactly one of
// them is chosen. So the options of another item that is covered once at most, as far as they give that color, are
// chosen no more often than those that decide for it (in a crossword: as many words down as across have an A in this
// cell). Colors exclude only pairs of options; these rows add up what is fractional, as the copies of a variable do in
// Lagrangian decomposition (M. Guignard and S. Kim, Mathematical Programming 39 (1987) 215-228).

// Bounds that every solution keeps to; none where they would have several times the entries of the problem.
std::vector<LinearConstraint> color_rows(const Problem& problem);

// Items that follow from those of a model, and make its bound better.
//
// Of the options that cover at least two of three items, each of which is covered once at most, any two exclude each
// other; so at most one of them is chosen (J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965: the
// smallest of his odd sets). A linear program does not know that: it takes three halves. Added to the model as an item
// that is covered once at most, such a set of options costs nothing in the search, and gets a price like any other.
using Triple = std::array<Index, 3>;  // items of a model, ascending

// Triples whose options the shares of a fractional solution choose too often together, those first that do so most.
std::vector<Triple> violated_triples(const CostModel& model, std::span<const double> shares, std::size_t most);

}  // namespace excover::cost
