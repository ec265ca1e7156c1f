// Linear constraints: the weights of the chosen options of each row sum to at most a number.
//
// With a price for each item, a row has the same effect with other weights: a solution costs the prices of what it
// covers, plus what each of its options costs beyond the prices of its items. If no option costs less than these, the
// prices are a lower bound of the sum, and what is left above it is the slack, of which each chosen option takes its
// reduced weight. An option that takes more than is left is in no solution (H. Crowder, E. L. Johnson and M. W.
// Padberg, Operations Research 31 (1983)). Prices are found by dual ascent (D. Erlenkotter, Operations Research 26
// (1978)), in whole parts of the unit of the weights, so that nothing is rounded.
//
// Besides, options of a row that share an item which is covered exactly once are a group: one of them is chosen, so
// that the least weights of all groups, together, are the least sum. An option that would raise it above the bound is
// in no solution, either (bounds consistency). While the prices are those of the beginning, this follows what is
// refused.
//
// Prices are only a bound where an item may be covered several times, so the sums themselves decide about each
// solution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
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
    struct Member {
        Weight weight;
        Index option;
    };
    // All options of an item, the lightest first; or a single option, with kNone.
    struct Group {
        Index item;
        std::vector<Member> members;
    };

    // Throws InvalidProblem if weights are too large, or of options that do not exist.
    LinearConstraints(const Problem& problem, const std::vector<LinearConstraint>& rows);

    Index size() const { return static_cast<Index>(uppers_.size()); }
    Index options() const { return static_cast<Index>(starts_.size() - 1); }
    std::span<const Share> shares(Index option) const {
        return {shares_.data() + starts_[option], shares_.data() + starts_[option + 1]};
    }
    // The options that take something of the slack of a row, the greediest first.
    const std::vector<Taker>& takers(Index row) const { return takers_[row]; }
    // Each option of a weight is in one of them.
    const std::vector<Group>& groups(Index row) const { return groups_[row]; }
    // The greatest difference of weights within a group.
    Weight widest(Index row) const { return widest_[row]; }
    Weight upper(Index row) const { return uppers_[row]; }
    Weight slack(Index row) const { return slacks_[row]; }
    // With which multiples of a row and of items, by number and price, the reduced weights of the row come about.
    Weight parts(Index row) const { return parts_[row]; }
    const std::vector<std::pair<Index, Weight>>& prices(Index row) const { return prices_[row]; }
    // No solution has a smaller sum.
    Weight least(Index row) const { return least_[row]; }

private:
    class Builder;

    std::vector<std::size_t> starts_;
    std::vector<Share> shares_;  // by option
    std::vector<std::vector<Taker>> takers_;
    std::vector<std::vector<Group>> groups_;
    std::vector<Weight> widest_, uppers_, slacks_, least_, parts_;
    std::vector<std::vector<std::pair<Index, Weight>>> prices_;
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

    // Calls hide(option) for each option that is_open() and with which the least weights of all groups of a row would
    // be too much; false if they are, or if one of these calls is. It looks at the rows of an option that was chosen;
    // is_decided(): of an item, whether one of its options is.
    template <class IsDecided, class IsOpen, class Hide>
    bool narrow(Index option, IsDecided is_decided, IsOpen is_open, Hide hide) {
        for (const LinearConstraints::Share& share : rows_.shares(option))
            if (!narrow_row(share.row, is_decided, is_open, hide)) return false;
        return true;
    }
    // The same for all rows.
    template <class IsDecided, class IsOpen, class Hide>
    bool narrow(IsDecided is_decided, IsOpen is_open, Hide hide) {
        for (Index row = 0; row < rows_.size(); ++row)
            if (!narrow_row(row, is_decided, is_open, hide)) return false;
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

    template <class IsDecided, class IsOpen, class Hide>
    bool narrow_row(Index row, IsDecided is_decided, IsOpen is_open, Hide hide) {
        using Group = LinearConstraints::Group;
        using Member = LinearConstraints::Member;
        Weight room = rows_.upper(row) - sums_[row];
        lightest_.clear();
        for (const Group& group : rows_.groups(row)) {
            Weight least = 0;
            if (group.item == kNone) {
                if (is_open(group.members[0].option)) least = std::min<Weight>(0, group.members[0].weight);
            } else if (!is_decided(group.item)) {
                const auto first = std::ranges::find_if(group.members, is_open, &Member::option);
                if (first == group.members.end()) return false;
                least = first->weight;
            }
            room -= least;
            lightest_.push_back(least);
        }
        if (room < 0) return false;
        if (room >= rows_.widest(row)) return true;
        auto least = lightest_.begin();
        for (const Group& group : rows_.groups(row)) {
            const Weight most = *least++ + room;
            if (group.item != kNone && is_decided(group.item)) continue;
            for (auto member = group.members.rbegin(); member != group.members.rend() && member->weight > most;
                 ++member)
                if (is_open(member->option) && !hide(member->option)) return false;
        }
        return true;
    }

    const LinearConstraints& rows_;
    std::vector<Weight> sums_, left_;  // of a row
    std::vector<Weight> lightest_;  // scratch: of the groups of a row
    std::vector<Index> passed_;  // of a row: how many takers are hidden
    std::vector<Passed> trail_;  // what `passed_` was
    std::vector<std::size_t> marks_;  // of a chosen option: the length of the trail before it
};

}  // namespace excover::rules
