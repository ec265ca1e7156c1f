// Branch and bound for the cheapest solution.
//
// A. H. Land and A. G. Doig, "An automatic method of solving discrete programming problems", Econometrica 28
// (1960) 497-520. The bound: the cost of an option is shared evenly, rounded down, among its items that are
// covered exactly once; what is still to be paid for such an item is at least its least share in any option.
// That never overestimates, since each of those items is in exactly one chosen option.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/problem.hpp"

namespace excover {

class CostBound {
public:
    using Cost = std::int64_t;

    // One cost an option, small enough that all together fit 64 bits; throws InvalidProblem otherwise.
    CostBound(const Problem& problem, std::span<const Cost> costs)
        : problem_(problem), costs_(costs.begin(), costs.end()), shares_(problem.items(), kMost) {
        check();
        for (Index option = 0; option < problem.options(); ++option) share_out(option);
        for (Index item = 0; item < problem.items(); ++item)
            if (is_exact(item) && shares_[item] != kMost) open_ += shares_[item];
    }

    void choose(Index option) {
        spent_ += costs_[option];
        for_exact_items(option, [&](Index item) { open_ -= shares_[item]; });
    }

    void retract(Index option) {
        spent_ -= costs_[option];
        for_exact_items(option, [&](Index item) { open_ += shares_[item]; });
    }

    // Whatever is chosen further, the cost will not be less than that of the best solution so far.
    bool is_hopeless() const { return has_best_ && spent_ + open_ >= best_; }

    // The options chosen are a solution: keeps its cost and is true if it is the best so far.
    bool improve() {
        if (has_best_ && spent_ >= best_) return false;
        best_ = spent_;
        has_best_ = true;
        return true;
    }

private:
    static constexpr Cost kMost = std::numeric_limits<Cost>::max();

    bool is_exact(Index item) const {
        return !problem_.is_colored(item) && problem_.lower(item) == 1 && problem_.upper(item) == 1;
    }

    template <class Action>
    void for_exact_items(Index option, Action action) const {
        for (Index entry = problem_.start(option); entry < problem_.start(option + 1); ++entry)
            if (is_exact(problem_.item(entry))) action(problem_.item(entry));
    }

    void check() const {
        if (costs_.size() != problem_.options()) throw InvalidProblem("there must be one cost for each option");
        const Cost most = kMost / (2 * (static_cast<Cost>(costs_.size()) + 1));
        for (const Cost cost : costs_)
            if (cost > most || cost < -most) throw InvalidProblem("costs are too large");
    }

    void share_out(Index option) {
        Cost items = 0;
        for_exact_items(option, [&](Index) { ++items; });
        if (items == 0) {  // may be chosen or not: what it could save is counted on from the start
            open_ += std::min<Cost>(0, costs_[option]);
            return;
        }
        const Cost share = costs_[option] / items - (costs_[option] % items < 0 ? 1 : 0);
        for_exact_items(option, [&](Index item) { shares_[item] = std::min(shares_[item], share); });
    }

    const Problem& problem_;
    std::vector<Cost> costs_;
    std::vector<Cost> shares_;  // of an item: the least share in any option
    Cost spent_ = 0;            // of the options chosen
    Cost open_ = 0;             // a lower bound on what is still to be paid
    Cost best_ = 0;
    bool has_best_ = false;
};

}  // namespace excover
