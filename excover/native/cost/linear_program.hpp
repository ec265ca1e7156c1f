// The linear program of a cost model, by the dual simplex method: prices whose bound no others exceed, and how much of
// each option it takes.
//
// The method: C. E. Lemke, Naval Research Logistics Quarterly 1 (1954) 36-47; A. Koberstein, "The dual simplex method:
// techniques for a fast and stable implementation" (2005). Each row has a slack variable, and all variables have two
// bounds, so any basis is a start. The row that leaves is the steepest (J. J. Forrest and D. Goldfarb, Mathematical
// Programming 57 (1992) 341-374); variables are flipped between their bounds on the way, and among ties the largest
// pivot enters (P. M. J. Harris, Mathematical Programming 5 (1973) 1-28; I. Maros, European Journal of Operational
// Research 149 (2003) 1-16). Costs are perturbed until an optimum is near, since in timetables most prices tie.
//
// A primal-dual gradient (PDLP: D. Applegate et al., "Practical large-scale linear programming using primal-dual hybrid
// gradient", arXiv:2106.04756) takes less code, but needs thousands of passes over all entries where this takes some
// hundreds of pivots (docs/search.md has figures).
//
// All numbers are floating-point: whoever takes the prices evaluates their bound in whole numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/numbers.hpp"
#include "core/problem.hpp"
#include "cost/cost_model.hpp"

namespace excover::cost {

// The basis of a linear program as triangular factors, with which equations are solved.
//
// Gaussian elimination takes pivots that fill in little (H. M. Markowitz, "The elimination form of the inverse and its
// application to linear programming", Management Science 3 (1957) 255-269): first rows and columns with a single entry,
// which in programs of covers are nearly all, then the column with the fewest entries. When a column is replaced, the
// factors stay, and one more is appended (the product form: G. B. Dantzig and W. Orchard-Hays, Mathematical Tables and
// Other Aids to Computation 8 (1954) 64-67).
//
// Each column of the basis has a pivotal row. Vectors are indexed by rows, and a solution has at a row what belongs to
// its column.
class BasisFactors {
public:
    struct Entry {
        Index row;
        double value;
    };

    // A matrix of entries, column by column; of the rows of the basis, which column each belongs to, or kNone where the
    // columns depend on each other: the unit vector of that row then takes the place of a column.
    using Columns = std::vector<std::vector<Entry>>;
    std::vector<Index> factorize(Columns columns, Index rows);

    // Solves B x = v, and x B = v.
    void solve(std::span<double> v);
    void solve_transposed(std::span<double> v);

    // Another column becomes that of the row; it was solved for.
    void replace(Index row, std::span<const double> solved);

    // Whether it is time to factorize again.
    bool is_long() const { return etas_.size() >= kMostEtas || eta_entries_.size() > 2 * fresh_ + pivots_.size(); }
    std::uint64_t work() const { return work_; }

private:
    static constexpr std::size_t kMostEtas = 100;

    // A part of a list of entries that belongs to a row, and what that row is divided by.
    struct Part {
        Index row;
        double pivot;
        std::size_t begin, end;
    };

    class Elimination;

    static void subtract(std::span<const Entry> entries, double times, std::span<double> from) {
        for (const auto& [row, value] : entries) from[row] -= value * times;
    }
    static double product(std::span<const Entry> entries, std::span<const double> with) {
        double sum = 0;
        for (const auto& [row, value] : entries) sum += value * with[row];
        return sum;
    }
    static std::span<const Entry> entries_of(const Part& part, const std::vector<Entry>& entries) {
        return {entries.data() + part.begin, part.end - part.begin};
    }

    void index_columns();

    std::vector<Part> lowers_, pivots_, uppers_, etas_;  // uppers_: the entries of pivots_ by columns
    std::vector<Entry> lower_entries_, row_entries_, column_entries_, eta_entries_;
    std::size_t fresh_ = 0;
    std::uint64_t work_ = 0;
};

class LinearProgram {
public:
    // The model must outlive it.
    explicit LinearProgram(const CostModel& model);

    // After items were added to the model. restrict_to() follows.
    void grow();

    // After rows of the model were renewed, of which those that bind must stay. restrict_to() follows.
    void renew_rows(const std::vector<bool>& stays);
    // Whether a row of the model is at its bound.
    bool binds(Index row) const { return !is_basic(options_ + row); }

    // From now on, of a state: open options are free, and the others as they are.
    void restrict_to(const PropagationState& state);

    // Options of an item that is covered once at most need no bound of their own: then prices alone prove the value.
    void loosen() {
        for (Index option = 0; option < options_; ++option)
            for (const Index item : model_.covered(option))
                if (model_.upper(item) <= 1) upper_[option] = 2;
    }

    // Whether it is solved, has no solution (then prices() grow along a ray), or is beyond what numbers can do.
    enum class Status { running, optimal, impossible, stuck };
    // Goes on for so much work, and not for long once the least cost is above `enough`.
    Status run(std::uint64_t work, double enough = std::numeric_limits<double>::infinity());
    Status status() const { return status_; }

    // What the least cost is at least, up to rounding, as far as that is known; once it is optimal, the least cost.
    double value() const;
    // How much of an option is taken.
    double share(Index option) const;
    // How much it takes of an item by the open options that are amounts, together.
    double amount(const PropagationState& state, Index item) const {
        double amount = 0;
        for (const Index option : model_.amounts().of(item))
            if (state.is_open(option)) amount += share(option) * static_cast<double>(model_.amounts().amount(option));
        return amount;
    }
    // Rates of the rows, then prices of the items, in units of cost, for Lagrangian::begin_with().
    std::vector<double> prices() const;

    // Of the rows of the tableau whose variables are no whole numbers: how often each row of the model is in them.
    std::vector<std::vector<double>> fractional_rows();

    std::uint64_t pivots() const { return pivots_; }
    std::uint64_t work() const { return work_ + factors_.work(); }

private:
    struct Candidate {
        double ratio;
        Index variable;
    };

    Index rows() const { return static_cast<Index>(basis_.size()); }
    bool is_basic(Index variable) const { return place_[variable] != kNone; }
    double width(Index variable) const { return upper_[variable] - lower_[variable]; }
    double at(Index variable) const { return side_[variable] < 0 ? upper_[variable] : lower_[variable]; }

    template <class Take>
    void each_entry(Index variable, Take take) const;
    template <class Take>
    void each_variable(Index row, Take take) const;

    void scale();
    void bound_item(Index item);
    void perturb();
    void restore_costs();
    bool refresh();
    void compute_reduced();
    void compute_basics();
    void settle(Index variable);

    bool iterate();
    Index leaving() const;
    void price(Index row);
    double entry(Index variable) const;
    template <class Take>
    void each_touched(Take take) const;
    void list_candidates(double excess);
    Index entering(double excess);
    Index largest_from(std::size_t crossing);
    void solve_column(Index variable);
    void update_reduced(Index row, Index variable);
    void update_basics(Index row, Index variable, double bound);
    void update_weights(Index row);
    void finish();

    const CostModel& model_;
    Index options_;
    double unit_ = 1;  // of costs
    std::vector<double> row_units_;  // of a row of the model
    Lists<Index> open_;  // of an item: its options that can move
    std::vector<Index> movable_;  // all of these, ascending
    std::vector<double> costs_, lower_, upper_;  // of a variable: an option, or minus what a row adds up to
    std::vector<double> reduced_;
    std::vector<signed char> side_;  // 1 at its lower bound, -1 at its upper one, 0 if it cannot move or is basic
    std::vector<Index> basis_, place_;  // of a row its variable, and the other way round
    std::vector<double> basics_, weights_;  // of a row: the value of its variable, and the steepness
    BasisFactors factors_;
    std::vector<double> row_, column_, steepest_, flips_;  // scratch: a row of the inverse, a column of the tableau, ..
    std::vector<double> pivot_row_;  // of the tableau: of the options that are in touched_, not 0
    std::vector<Index> touched_;
    std::vector<Candidate> candidates_, passed_;
    Xorshift random_;
    Status status_ = Status::running;
    bool is_perturbed_ = false, is_valid_ = false;
    double direction_ = 1;  // of the leaving variable
    double shortfall_ = 0;  // of the variables that could enter, where there is no solution
    std::uint64_t pivots_ = 0, pivots_since_ = 0, failures_ = 0, work_ = 0;
};

// Rows that follow from sums of rows of a model, since options are taken wholly or not at all, and that its program
// violates; those first that do so most.
//
// A sum of whole weights that is at least d is divided by a number n: of r = d mod n, each weight w counts as
// r * floor(w / n) + min(r, w mod n), and the sum is at least r * ceil(d / n) (mixed-integer rounding: G. L. Nemhauser
// and L. A. Wolsey, "A recursive procedure to generate all cuts for 0-1 mixed integer programs", Mathematical
// Programming 46 (1990) 379-390). What rows are added up, and how often each, the tableau and the prices say: that is
// how R. E. Gomory (1958) cuts off the optimum of the program, but all numbers are whole here, whatever it says.
std::vector<CostModel::Row> violated_roundings(const CostModel& model, LinearProgram& program);

// Rows that what fits one of the first `rows` of a model keeps to, and that its program violates: at most one of each,
// which its shares violate most. The rest of the model is not looked at.
//
// Whether the shares are a mean of what fits shows a linear program of its own, with the best of what fits by dynamic
// programming; if not, its prices separate them (E. A. Boyd, "Fenchel cutting planes for integer programs", Operations
// Research 42 (1994) 53-64; P. Avella, M. Boccia and I. Vasilyev, "A computational study of exact knapsack separation
// for the generalized assignment problem", Computational Optimization and Applications 45 (2010) 543-555). What the
// found row allows is computed in whole numbers, so it holds whatever these prices are. `work` grows by what was done.
std::vector<CostModel::Row> violated_knapsacks(const CostModel& model, const LinearProgram& program, Index rows,
                                               std::uint64_t& work);

}  // namespace excover::cost
