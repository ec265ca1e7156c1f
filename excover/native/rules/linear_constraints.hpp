// Linear constraints: the weights of the chosen options of each row sum to at most a number.
//
// With a price for each item, a row has the same effect with other weights: a solution costs the prices of what it
// covers, plus what each of its options costs beyond the prices of its items. If no option costs less than these, the
// prices are a lower bound of the sum, and what is left above it is the slack, of which each chosen option takes its
// reduced weight. An option that takes more than is left is in no solution (H. Crowder, E. L. Johnson and M. W.
// Padberg, Operations Research 31 (1983)). Prices are found by dual ascent (D. Erlenkotter, Operations Research 26
// (1978)), in whole parts of the unit of the weights, so that nothing is rounded.
//
// Prices are only a bound where an item may be covered several times, so the sums themselves decide about each
// solution.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"

namespace excover::rules {

class LinearConstraints {
public:
    // What an option adds to a row, and what it takes of the slack.
    struct Share {
        Index row;
        Weight weight, reduced;
    };
    struct Taker {
        Index option;
        Weight reduced;
    };

    // Throws InvalidProblem if weights are too large, or of options that do not exist.
    LinearConstraints(const Problem& problem, const std::vector<LinearConstraint>& rows);

    Index size() const { return static_cast<Index>(uppers_.size()); }
    std::span<const Share> shares(Index option) const {
        return {shares_.data() + starts_[option], shares_.data() + starts_[option + 1]};
    }
    // The options that take something of the slack of a row, the greediest first.
    const std::vector<Taker>& takers(Index row) const { return takers_[row]; }
    Weight upper(Index row) const { return uppers_[row]; }
    Weight slack(Index row) const { return slacks_[row]; }
    // No solution has a smaller sum.
    Weight least(Index row) const { return least_[row]; }

private:
    std::vector<std::size_t> starts_;
    std::vector<Share> shares_;  // by option
    std::vector<std::vector<Taker>> takers_;
    std::vector<Weight> uppers_, slacks_, least_;
};

// The sums of the options chosen so far, and what is left of the slacks.
class LinearPropagator {
public:
    explicit LinearPropagator(const LinearConstraints& rows, Index most_chosen);

    // Chooses an option, the last one chosen; false if a slack is overdrawn.
    bool choose(Index option);
    // The inverse of the last choose().
    void retract(Index option);

    // Calls hide(option) for each option that now takes more than is left, and that it has not been called for since
    // this option was last allowed; false as soon as one of these calls is.
    template <class Hide>
    bool hide_takers(Index option, Hide hide) {
        for (const LinearConstraints::Share& share : rows_.shares(option))
            if (share.reduced > 0 && !hide_takers_of(share.row, hide)) return false;
        return true;
    }
    // The same for all rows, not only for those of an option that was chosen.
    template <class Hide>
    bool hide_takers(Hide hide) {
        for (Index row = 0; row < rows_.size(); ++row)
            if (left_[row] < 0 || !hide_takers_of(row, hide)) return false;
        return true;
    }

    // Whether the chosen options keep to all bounds.
    bool hold() const;

private:
    struct Passed {
        Index row, takers;
    };

    template <class Hide>
    bool hide_takers_of(Index row, Hide hide) {
        const auto& takers = rows_.takers(row);
        Index next = passed_[row];
        if (next == takers.size() || takers[next].reduced <= left_[row]) return true;
        trail_.push_back({row, next});
        bool feasible = true;
        for (; feasible && next < takers.size() && takers[next].reduced > left_[row]; ++next)
            feasible = hide(takers[next].option);
        passed_[row] = next;
        return feasible;
    }

    const LinearConstraints& rows_;
    std::vector<Weight> sums_, left_;  // of a row
    std::vector<Index> passed_;  // of a row: how many takers are hidden
    std::vector<Passed> trail_;  // what `passed_` was
    std::vector<std::size_t> marks_;  // of a chosen option: the length of the trail before it
};

}  // namespace excover::rules
