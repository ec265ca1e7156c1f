#include "rules/linear_constraints.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

namespace excover::rules {

namespace {

constexpr Weight kMostTogether = Weight{1} << 62;
// Where weights are larger together, or options longer, there are no prices, so that nothing overflows.
constexpr Weight kMostPriced = Weight{1} << 40;
constexpr Index kLongestPriced = 4096;
constexpr Weight kParts = 1024;  // in a unit of weight
constexpr int kPasses = 6;
// Entries that are passed over for the prices of all rows together; the rows behind that have none.
constexpr std::uint64_t kWork = 300'000'000;

__extension__ using Wide = __int128;

// Prices for one row.
class Prices {
public:
    Prices(const Problem& problem, const Lists<Index>& columns, const std::vector<Weight>& weights)
        : problem_(problem), columns_(columns), prices_(problem.items()), reduced_(problem.options()) {
        for (Index o = 0; o < problem.options(); ++o) reduced_[o] = weights[o] * kParts;
        share();
        for (int pass = 0; pass < kPasses; ++pass) ascend(pass % 2 == 1);
    }

    // Below which no solution comes, in parts.
    Wide base() const {
        Wide sum = base_;
        for (Index item = 0; item < problem_.items(); ++item) sum += worth(item, prices_[item]);
        return sum;
    }
    const std::vector<Weight>& reduced() const { return reduced_; }

private:
    bool is_fixed(Index item) const {
        return !problem_.is_colored(item) && problem_.lower(item) == problem_.upper(item);
    }

    Index most(Index item) const { return std::min(problem_.upper(item), static_cast<Index>(columns_[item].size())); }

    Wide worth(Index item, Weight price) const { return Wide{price} * (price > 0 ? problem_.lower(item) : most(item)); }

    // Each option divides its weight among its items, if possible among those that are covered a fixed number of times.
    void share() {
        std::vector<Weight> lowest(problem_.items(), std::numeric_limits<Weight>::max());
        for (Index o = 0; o < problem_.options(); ++o) {
            const auto takes = [&](bool fixed, Index e) {
                const Index item = problem_.item(e);
                return fixed ? is_fixed(item) : !problem_.is_colored(item);
            };
            Weight count[2] = {0, 0};
            for (const Index e : problem_.entries(o))
                for (const bool fixed : {false, true}) count[fixed] += takes(fixed, e);
            const bool fixed = count[1] > 0;
            const Weight parts = count[fixed];
            if (parts == 0) {  // colored items alone
                base_ += std::min<Weight>(0, reduced_[o]);
                reduced_[o] = std::max<Weight>(0, reduced_[o]);
                continue;
            }
            const Weight part = reduced_[o] >= 0 ? reduced_[o] / parts : -((-reduced_[o] + parts - 1) / parts);
            for (const Index e : problem_.entries(o)) {
                const Index item = problem_.item(e);
                // The others get nothing, which bounds their prices all the same.
                if (!problem_.is_colored(item)) lowest[item] = std::min(lowest[item], takes(fixed, e) ? part : 0);
            }
        }
        for (Index item = 0; item < problem_.items(); ++item)
            if (lowest[item] != std::numeric_limits<Weight>::max()) change(item, lowest[item]);
    }

    // Raises each price as far as the options of its item allow, where that raises the bound.
    void ascend(bool backwards) {
        for (Index k = 0; k < problem_.items(); ++k) {
            const Index item = backwards ? problem_.items() - 1 - k : k;
            const auto options = columns_[item];
            if (problem_.is_colored(item) || options.empty()) continue;
            Weight room = std::numeric_limits<Weight>::max();
            for (const Index option : options) room = std::min(room, reduced_[option]);
            if (problem_.lower(item) == 0) room = std::min(room, -prices_[item]);
            if (room > 0) change(item, room);
        }
    }

    void change(Index item, Weight by) {
        prices_[item] += by;
        for (const Index option : columns_[item]) reduced_[option] -= by;
    }

    const Problem& problem_;
    const Lists<Index>& columns_;
    std::vector<Weight> prices_, reduced_;
    Wide base_ = 0;
};

Weight rounded_up(Wide parts) {
    return static_cast<Weight>(parts >= 0 ? (parts + kParts - 1) / kParts : -(-parts / kParts));
}

}  // namespace

LinearConstraints::LinearConstraints(const Problem& problem, const std::vector<LinearConstraint>& rows)
    : starts_(problem.options() + std::size_t{1}), takers_(rows.size()) {
    const Lists<Index> columns = options_of_items(problem);
    Index longest = 0;
    for (Index o = 0; o < problem.options(); ++o) longest = std::max(longest, problem.entries(o).size());
    std::uint64_t work = 0;
    std::vector<std::vector<Share>> by_option(problem.options());
    std::vector<Weight> weights(problem.options()), reduced(problem.options());
    std::vector<std::uint8_t> in_row(problem.options());
    for (Index k = 0; k < rows.size(); ++k) {
        const Weight most = rows[k].together(problem.options());
        std::ranges::fill(weights, 0);
        Wide base = 0;
        for (std::size_t t = 0; t < rows[k].options.size(); ++t) weights[rows[k].options[t]] = rows[k].weights[t];
        for (Index o = 0; o < problem.options(); ++o) {
            base += std::min<Weight>(0, weights[o]);
            reduced[o] = std::max<Weight>(0, weights[o]) * (most < kMostPriced ? kParts : 1);
        }
        Weight parts = 1;
        if (most < kMostPriced && longest <= kLongestPriced) {
            parts = kParts;
            base *= kParts;
            work += std::uint64_t{kPasses + 2} * (problem.entries() + std::uint64_t{problem.options()});
            if (work <= kWork) {
                const Prices prices(problem, columns, weights);
                if (const Wide priced = prices.base(); priced > base) {
                    base = priced;
                    reduced = prices.reduced();
                }
            }
        } else if (most < kMostPriced) {
            for (Weight& each : reduced) each /= kParts;
        }
        const Wide limit = kMostTogether;
        const Weight upper = static_cast<Weight>(std::clamp<Wide>(rows[k].upper, -limit, limit));
        uppers_.push_back(upper);
        least_.push_back(parts == 1 ? static_cast<Weight>(base)
                                    : rounded_up(std::clamp<Wide>(base, -limit * kParts, limit * kParts)));
        // No reduced weight is as large as this, so that a greater slack is as good as none.
        const Wide enough = Wide{std::numeric_limits<Weight>::max()} / 2;
        slacks_.push_back(static_cast<Weight>(std::clamp<Wide>(Wide{upper} * parts - base, -1, enough)));
        for (Index o = 0; o < problem.options(); ++o) {
            if (reduced[o] > 0) takers_[k].push_back({o, reduced[o]});
            in_row[o] = reduced[o] > 0 || weights[o] != 0;
        }
        groups_.push_back(grouped(problem, columns, weights));
        widest_.push_back(0);
        for (const Group& group : groups_.back()) {
            const Weight lightest = group.members.front().weight, heaviest = group.members.back().weight;
            widest_[k] = std::max(widest_[k], group.item == kNone ? std::abs(heaviest) : heaviest - lightest);
            for (const Member& member : group.members) in_row[member.option] = 1;
        }
        for (Index o = 0; o < problem.options(); ++o)
            if (in_row[o]) by_option[o].push_back({k, weights[o], reduced[o]});
        std::ranges::stable_sort(takers_[k], std::greater{}, &Taker::reduced);
    }
    for (Index o = 0; o < problem.options(); ++o) {
        shares_.insert(shares_.end(), by_option[o].begin(), by_option[o].end());
        starts_[o + 1] = shares_.size();
    }
}

// Each option goes into the group of that of its items which most other options of the row have, too.
std::vector<LinearConstraints::Group> LinearConstraints::grouped(const Problem& problem, const Lists<Index>& columns,
                                                                 std::vector<Weight> weights) const {
    std::vector<Group> groups;
    for (Index first = 0; first < problem.options(); ++first) {
        if (weights[first] == 0) continue;  // or it is in a group
        Index best = kNone;
        std::ptrdiff_t most = 1;
        for (const Index e : problem.entries(first)) {
            const Index item = problem.item(e);
            if (problem.is_colored(item) || problem.lower(item) != 1 || problem.upper(item) != 1) continue;
            const auto count = std::ranges::count_if(columns[item], [&](Index option) { return weights[option] != 0; });
            if (count <= most) continue;
            best = item;
            most = count;
        }
        Group& group = groups.emplace_back(Group{best, {}});
        if (best == kNone)
            group.members.push_back({std::exchange(weights[first], 0), first});
        else
            for (const Index option : columns[best])
                group.members.push_back({std::exchange(weights[option], 0), option});
        std::ranges::stable_sort(group.members, {}, &Member::weight);
    }
    return groups;
}

LinearPropagator::LinearPropagator(const LinearConstraints& rows, Index most_chosen)
    : rows_(rows), sums_(rows.size()), passed_(rows.size()) {
    for (Index row = 0; row < rows.size(); ++row) left_.push_back(rows.slack(row));
    // A choice passes takers of each of its rows at most once, and each taker is passed once on a way down.
    marks_.reserve(most_chosen);
}

bool LinearPropagator::choose(Index option) {
    marks_.push_back(trail_.size());
    bool allowed = true;
    for (const LinearConstraints::Share& share : rows_.shares(option)) {
        sums_[share.row] += share.weight;
        left_[share.row] -= share.reduced;
        allowed = allowed && left_[share.row] >= 0;
    }
    return allowed;
}

void LinearPropagator::retract(Index option) {
    for (; trail_.size() > marks_.back(); trail_.pop_back()) passed_[trail_.back().row] = trail_.back().takers;
    marks_.pop_back();
    for (const LinearConstraints::Share& share : rows_.shares(option)) {
        sums_[share.row] -= share.weight;
        left_[share.row] += share.reduced;
    }
}

bool LinearPropagator::hold() const {
    for (Index row = 0; row < rows_.size(); ++row)
        if (sums_[row] > rows_.upper(row)) return false;
    return true;
}

}  // namespace excover::rules
