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

// Prices for a row at a time. Only what is near to its options is looked at: elsewhere, all is 0.
class Prices {
public:
    Prices(const Problem& problem, const Lists<Index>& columns)
        : problem_(problem),
          columns_(columns),
          prices_(problem.items()),
          reduced_(problem.options()),
          lowest_(problem.items()),
          uses_(problem.items()),
          is_near_(problem.options()),
          longest_(0) {
        for (Index o = 0; o < problem.options(); ++o) longest_ = std::max(longest_, problem.entries(o).size());
    }

    // Whether its options are so short that nothing overflows, and there is time for one more row.
    bool are_for(Weight most) const { return most < kMostPriced && longest_ <= kLongestPriced && work_ <= kWork; }

    void of(const LinearConstraint& row) {
        for (const Index option : options_) reduced_[option] = is_near_[option] = 0;
        for (const Index item : items_) prices_[item] = uses_[item] = 0;
        options_.clear();
        items_.clear();
        base_ = 0;
        for (std::size_t t = 0; t < row.options.size(); ++t) {
            note(row.options[t]);
            reduced_[row.options[t]] = row.weights[t] * kParts;
        }
        share();
        for (int pass = 0; pass < kPasses; ++pass) ascend(pass % 2 == 1);
    }

    // Below which no solution comes, in parts.
    Wide base() const {
        Wide sum = base_;
        for (const Index item : items_) sum += worth(item, prices_[item]);
        return sum;
    }
    // What is left of the weight of an option; 0 of others than these.
    Weight reduced(Index option) const { return reduced_[option]; }
    const std::vector<Index>& options() const { return options_; }
    // The items that have a price, each with it.
    std::vector<std::pair<Index, Weight>> listed() const {
        std::vector<std::pair<Index, Weight>> found;
        for (const Index item : items_)
            if (prices_[item] != 0) found.emplace_back(item, prices_[item]);
        return found;
    }

private:
    bool is_fixed(Index item) const {
        return !problem_.is_colored(item) && problem_.lower(item) == problem_.upper(item);
    }

    Index most(Index item) const { return std::min(problem_.upper(item), static_cast<Index>(columns_[item].size())); }

    Wide worth(Index item, Weight price) const { return Wide{price} * (price > 0 ? problem_.lower(item) : most(item)); }

    // An option has a weight, or will have one.
    void note(Index option) {
        if (is_near_[option]) return;
        is_near_[option] = 1;
        options_.push_back(option);
        work_ += problem_.entries(option).size();
        for (const Index e : problem_.entries(option))
            if (const Index item = problem_.item(e); !problem_.is_colored(item) && uses_[item]++ == 0)
                items_.push_back(item);
    }

    // Each option divides its weight among its items, if possible among those that are covered a fixed number of times.
    void share() {
        // An option without a weight bounds the price of an item by 0.
        for (const Index item : items_)
            lowest_[item] = uses_[item] < columns_[item].size() ? 0 : std::numeric_limits<Weight>::max();
        for (const Index o : options_) {
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
                if (!problem_.is_colored(item)) lowest_[item] = std::min(lowest_[item], takes(fixed, e) ? part : 0);
            }
        }
        for (std::size_t k = 0, shared = items_.size(); k < shared; ++k) change(items_[k], lowest_[items_[k]]);
    }

    // Raises each price as far as the options of its item allow, where that raises the bound.
    void ascend(bool backwards) {
        std::ranges::sort(items_);
        if (backwards) std::ranges::reverse(items_);
        for (std::size_t k = 0, known = items_.size(); k < known; ++k) {
            const Index item = items_[k];
            Weight room = problem_.lower(item) > 0 ? std::numeric_limits<Weight>::max() : -prices_[item];
            const auto options = columns_[item];
            for (std::size_t each = 0; room > 0 && each < options.size(); ++each, ++work_)
                room = std::min(room, reduced_[options[each]]);
            if (room > 0) change(item, room);
        }
    }

    void change(Index item, Weight by) {
        if (by == 0) return;
        prices_[item] += by;
        work_ += columns_[item].size();
        for (const Index option : columns_[item]) {
            note(option);
            reduced_[option] -= by;
        }
    }

    const Problem& problem_;
    const Lists<Index>& columns_;
    std::vector<Weight> prices_, reduced_, lowest_;
    std::vector<Index> uses_;  // of an item: the near options that cover it
    std::vector<std::uint8_t> is_near_;  // of an option
    std::vector<Index> options_, items_;  // that are near
    Index longest_;
    std::uint64_t work_ = 0;
    Wide base_ = 0;
};

Weight rounded_up(Wide parts) {
    return static_cast<Weight>(parts >= 0 ? (parts + kParts - 1) / kParts : -(-parts / kParts));
}

}  // namespace

// Reads and makes one row after the other.
class LinearConstraints::Builder {
public:
    Builder(const Problem& problem, LinearConstraints& made)
        : problem_(problem),
          made_(made),
          columns_(options_of_items(problem)),
          prices_(problem, columns_),
          weights_(problem.options()),
          is_in_row_(problem.options()),
          by_option_(problem.options()) {}

    void add(const LinearConstraint& row) {
        const Weight most = row.together(problem_.options());
        for (std::size_t t = 0; t < row.options.size(); ++t) {
            weights_[row.options[t]] = row.weights[t];
            take_in(row.options[t]);
        }
        is_priced_ = most < kMostPriced && prices_.are_for(most);
        Wide base = 0;
        for (const Index option : in_row_) base += std::min<Weight>(0, weights_[option]);
        const Weight parts = is_priced_ ? kParts : 1;
        base *= parts;
        if (is_priced_) {
            prices_.of(row);
            is_priced_ = prices_.base() > base;
            if (is_priced_) base = prices_.base();
        }
        bound(row, base, parts);
        made_.parts_.push_back(parts);
        made_.prices_.push_back(is_priced_ ? prices_.listed() : std::vector<std::pair<Index, Weight>>{});
        if (is_priced_)
            for (const Index option : prices_.options())
                if (prices_.reduced(option) > 0) take_in(option);
        made_.groups_.push_back(grouped());
        add_shares(parts);
        for (const Index option : in_row_) weights_[option] = is_in_row_[option] = 0;
        in_row_.clear();
    }

    void finish() {
        for (Index o = 0; o < problem_.options(); ++o) {
            made_.shares_.insert(made_.shares_.end(), by_option_[o].begin(), by_option_[o].end());
            made_.starts_[o + 1] = made_.shares_.size();
        }
    }

private:
    void take_in(Index option) {
        if (!is_in_row_[option]) in_row_.push_back(option);
        is_in_row_[option] = 1;
    }

    void bound(const LinearConstraint& row, Wide base, Weight parts) {
        const Wide limit = kMostTogether;
        const Weight upper = static_cast<Weight>(std::clamp<Wide>(row.upper, -limit, limit));
        made_.uppers_.push_back(upper);
        made_.least_.push_back(parts == 1 ? static_cast<Weight>(base)
                                          : rounded_up(std::clamp<Wide>(base, -limit * kParts, limit * kParts)));
        // No reduced weight is as large as this, so that a greater slack is as good as none.
        const Wide enough = Wide{std::numeric_limits<Weight>::max()} / 2;
        made_.slacks_.push_back(static_cast<Weight>(std::clamp<Wide>(Wide{upper} * parts - base, -1, enough)));
    }

    // Each option goes into the group of that of its items which most other options of the row have, too.
    std::vector<Group> grouped() {
        std::vector<Group> groups;
        std::ranges::sort(in_row_);
        std::vector<Weight> left;
        for (const Index option : in_row_) left.push_back(weights_[option]);
        const std::vector<Index> options = in_row_;
        for (const Index first : options) {
            if (weights_[first] == 0) continue;  // or it is in a group
            Group& group = groups.emplace_back(Group{item_of_most(first), {}});
            const auto move = [&](Index option) {
                take_in(option);
                group.members.push_back({std::exchange(weights_[option], 0), option});
            };
            if (group.item == kNone)
                move(first);
            else
                std::ranges::for_each(columns_[group.item], move);
            std::ranges::stable_sort(group.members, {}, &Member::weight);
        }
        for (std::size_t k = 0; k < options.size(); ++k) weights_[options[k]] = left[k];
        return groups;
    }

    Index item_of_most(Index option) const {
        Index best = kNone;
        std::ptrdiff_t most = 1;
        for (const Index e : problem_.entries(option)) {
            const Index item = problem_.item(e);
            if (problem_.is_colored(item) || problem_.lower(item) != 1 || problem_.upper(item) != 1) continue;
            const auto count = std::ranges::count_if(columns_[item], [&](Index each) { return weights_[each] != 0; });
            if (count <= most) continue;
            best = item;
            most = count;
        }
        return best;
    }

    void add_shares(Weight parts) {
        const auto row = static_cast<Index>(made_.takers_.size());
        std::vector<Taker>& takers = made_.takers_.emplace_back();
        std::ranges::sort(in_row_);
        for (const Index option : in_row_) {
            const Weight own = std::max<Weight>(0, weights_[option]) * parts;
            const Weight reduced = is_priced_ ? prices_.reduced(option) : own;
            by_option_[option].push_back({row, weights_[option], reduced});
            if (reduced > 0) takers.push_back({option, reduced});
        }
        std::ranges::stable_sort(takers, std::greater{}, &Taker::reduced);
        Weight widest = 0;
        for (const auto& [item, members] : made_.groups_.back()) {
            const Weight lightest = members.front().weight, heaviest = members.back().weight;
            widest = std::max(widest, item == kNone ? std::abs(heaviest) : heaviest - lightest);
        }
        made_.widest_.push_back(widest);
    }

    const Problem& problem_;
    LinearConstraints& made_;
    const Lists<Index> columns_;
    Prices prices_;
    std::vector<Weight> weights_;  // of an option
    std::vector<std::uint8_t> is_in_row_;
    std::vector<Index> in_row_;
    bool is_priced_ = false;  // the row has prices
    std::vector<std::vector<Share>> by_option_;
};

LinearConstraints::LinearConstraints(const Problem& problem, const std::vector<LinearConstraint>& rows)
    : starts_(problem.options() + std::size_t{1}) {
    Builder builder(problem, *this);
    for (const LinearConstraint& row : rows) builder.add(row);
    builder.finish();
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
