#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "cost/cost_model.hpp"
#include "cost/linear_program.hpp"

namespace excover::cost {

namespace {

constexpr double kDust = 1e-6;  // the least share that is looked at
constexpr double kLeastExcess = 1e-4;  // of shares, as parts of what a row allows
constexpr std::size_t kMostSupport = 100;
constexpr Weight kMostStates = 500'000;  // of the fill of a knapsack, in all groups
constexpr std::uint64_t kMostWork = 20'000'000;  // in states, after which no more rows are looked at
constexpr Index kMostRows = 200;
constexpr Weight kMostScale = 200, kRoughScale = 1'000;

// Shares as sums of parts of columns, each of which has 1 in some rows: the parts are as little as possible together. A
// column that is a surplus has -1 in one row, and its part counts nothing. Where every column that could enter has
// prices of 1 at most, the parts are the least; with prices that are not negative, that is the simplex method with
// columns made on demand (P. C. Gilmore and R. E. Gomory, "A linear programming approach to the cutting-stock problem",
// Operations Research 9 (1961) 849-859).
class Mixture {
public:
    // At first, each row has a column of its own.
    explicit Mixture(std::vector<double> shares)
        : parts_(std::move(shares)),
          costs_(parts_.size(), 1.0),
          inverse_(parts_.size(), std::vector<double>(parts_.size())) {
        for (std::size_t row = 0; row < size(); ++row) inverse_[row][row] = 1;
    }

    double together() const { return std::inner_product(parts_.begin(), parts_.end(), costs_.begin(), 0.0); }

    std::vector<double> prices() const {
        std::vector<double> prices(size());
        for (std::size_t row = 0; row < size(); ++row)
            for (std::size_t k = 0; k < size(); ++k) prices[k] += costs_[row] * inverse_[row][k];
        return prices;
    }

    // A column enters the basis; false where numbers are not to be trusted.
    bool enter(std::span<const std::size_t> rows, bool is_surplus) {
        std::vector<double> column(size());
        for (const std::size_t k : rows)
            for (std::size_t row = 0; row < size(); ++row) column[row] += (is_surplus ? -1 : 1) * inverse_[row][k];
        std::size_t out = kNone;
        for (std::size_t row = 0; row < size(); ++row)
            if (column[row] > kDust && (out == kNone || parts_[row] * column[out] < parts_[out] * column[row]))
                out = row;
        if (out == kNone) return false;
        for (double& each : inverse_[out]) each /= column[out];
        parts_[out] /= column[out];
        costs_[out] = is_surplus ? 0 : 1;
        for (std::size_t row = 0; row < size(); ++row) {
            if (row == out || column[row] == 0) continue;
            for (std::size_t k = 0; k < size(); ++k) inverse_[row][k] -= column[row] * inverse_[out][k];
            parts_[row] = std::max(0.0, parts_[row] - column[row] * parts_[out]);
        }
        return true;
    }

private:
    std::size_t size() const { return parts_.size(); }

    std::vector<double> parts_, costs_;
    std::vector<std::vector<double>> inverse_;
};

// What may be chosen within one row of a model: of each group, one of some choices that weigh something, or nothing;
// the weights are positive and together at most the capacity.
//
// A group has the options of an item that is covered once at most; weights are taken off by the lightest, which then is
// nothing: that may be an option, or none of them.
class Knapsack {
public:
    Knapsack(const CostModel& model, const LinearProgram& program, Index row) : model_(model) {
        for (auto& [item, options] : grouped(row)) add_group(item, options, program);
        capacity_ += model.upper_sum(row);
        Weight unit = 0;
        for (const Choice& each : choices_) unit = std::gcd(unit, each.weight);
        if (unit > 1) {
            for (Choice& each : choices_) each.weight /= unit;
            capacity_ /= unit;
        }
    }

    // Whether its fill has few states, and something else than numbers of options is bounded. Numbers of times are for
    // roundings, whose rows weigh so many times the same.
    bool is_suitable() const {
        const auto is_number = [&](const Choice& each) {
            return each.item != kNone && model_.amounts().most_times(each.item) > 0;
        };
        if (std::ranges::any_of(choices_, is_number)) return false;
        const auto differs = [&](const Choice& each) { return each.weight != choices_.front().weight; };
        return capacity_ >= 0 && std::ranges::any_of(choices_, differs) &&
               capacity_ < kMostStates / static_cast<Weight>(groups_.size());
    }

    // What any choice that fits is worth at most, by worths of choices in whole numbers.
    struct Cut {
        std::vector<Weight> worths;
        Weight most;
    };
    // One by which the shares are worth more.
    std::optional<Cut> separate(std::uint64_t last, std::uint64_t& work) const {
        const std::vector<double> worths = separating(last, work);
        if (worths.empty()) return std::nullopt;
        return lifted(whole(worths), work);
    }

    // None if the shares keep to it.
    std::optional<CostModel::Row> row_of(const Cut& cut) const {
        double excess = -static_cast<double>(cut.most);
        for (std::size_t k = 0; k < choices_.size(); ++k)
            excess += choices_[k].share * static_cast<double>(cut.worths[k]);
        if (excess <= kLeastExcess * static_cast<double>(cut.most)) return std::nullopt;
        std::map<Index, Weight> worths;
        Weight most = cut.most;
        for (const Group& group : groups_) {
            for (std::size_t k = group.begin; k < group.end; ++k) {
                const Weight worth = cut.worths[k];
                if (choices_[k].option != kNone) {
                    worths[choices_[k].option] += worth;
                    continue;
                }
                most -= worth;
                for (const Index option : group.options) worths[option] -= worth;
            }
        }
        CostModel::Row row{{}, most};
        for (const auto& [option, worth] : worths)
            if (worth != 0) row.weighed.push_back({option, worth});
        return row;
    }

private:
    struct Choice {
        Index item, option;  // of the group, or kNone; kNone: none of the group
        Weight weight;
        double share;
    };
    struct Group {
        std::size_t begin, end;  // of choices
        std::vector<Index> options;
    };

    // The options of a row by an item that is covered once at most, that with most of them; others by themselves.
    std::map<std::pair<Index, Index>, std::vector<CostModel::Weighed>> grouped(Index row) const {
        std::vector<Index> counts(model_.items());
        for (const auto& [option, weight] : model_.weighed(row))
            for (const Index item : model_.covered(option)) counts[item] += model_.upper(item) == 1;
        std::map<std::pair<Index, Index>, std::vector<CostModel::Weighed>> groups;
        for (const CostModel::Weighed& each : model_.weighed(row)) {
            Index best = kNone;
            for (const Index item : model_.covered(each.option))
                if (counts[item] > 0 && (best == kNone || counts[item] > counts[best])) best = item;
            groups[{best, best == kNone ? each.option : 0}].push_back(each);
        }
        return groups;
    }

    void add_group(std::pair<Index, Index> of, const std::vector<CostModel::Weighed>& weighed,
                   const LinearProgram& program) {
        const Index item = of.first;
        const bool is_complete =
            item != kNone && model_.lower(item) == 1 && weighed.size() == model_.options_of(item).size();
        std::vector<Choice> all;
        double none = 1;
        Group group{choices_.size(), 0, {}};
        for (const auto& [option, weight] : weighed) {
            all.push_back({item, option, weight, program.share(option)});
            none -= all.back().share;
            group.options.push_back(option);
        }
        if (!is_complete) all.push_back({item, kNone, 0, none});
        const Weight least = std::ranges::min(all, {}, &Choice::weight).weight;
        capacity_ -= least;
        for (Choice& each : all) {
            each.weight -= least;
            if (each.weight > 0) choices_.push_back(each);
        }
        group.end = choices_.size();
        groups_.push_back(std::move(group));
    }

    // For each capacity, the most that choices of the groups so far are worth together, and one more group. What is
    // picked of that for each capacity is noted if something is of worth.
    template <class Number, class Worths>
    void extend(std::vector<Number>& most, const Group& group, const Worths& worths,
                std::vector<std::size_t>* picks) const {
        std::vector<Number> before;
        for (std::size_t k = group.begin; k < group.end; ++k) {
            const Number more = worths[k];
            const auto weight = static_cast<std::size_t>(choices_[k].weight);
            if (more <= 0) continue;
            if (before.empty()) {
                before = most;
                if (picks) picks->resize(most.size(), kNone);
            }
            for (std::size_t fill = weight; fill < most.size(); ++fill)
                if (before[fill - weight] + more > most[fill]) {
                    most[fill] = before[fill - weight] + more;
                    if (picks) (*picks)[fill] = k;
                }
        }
    }
    std::size_t fills() const { return static_cast<std::size_t>(capacity_) + 1; }

    // Choices that fit together and are worth most; what they are worth.
    double best(std::span<const double> worths, std::vector<std::size_t>& chosen) const {
        std::vector<double> most(fills());
        std::vector<std::vector<std::size_t>> picks(groups_.size());
        for (std::size_t group = 0; group < groups_.size(); ++group)
            extend(most, groups_[group], worths, &picks[group]);
        chosen.clear();
        std::size_t fill = fills() - 1;
        for (std::size_t group = groups_.size(); group-- > 0;) {
            const std::size_t pick = picks[group].empty() ? kNone : picks[group][fill];
            if (pick == kNone) continue;
            chosen.push_back(pick);
            fill -= static_cast<std::size_t>(choices_[pick].weight);
        }
        return most.back();
    }

    // Worths by which the shares are worth more than anything that fits, which is worth 1 at most; none if there are no
    // such, or that would take too much work.
    std::vector<double> separating(std::uint64_t last, std::uint64_t& work) const {
        std::vector<std::size_t> support, chosen, places(choices_.size(), kNone);
        std::vector<double> shares, worths(choices_.size());
        for (std::size_t k = 0; k < choices_.size(); ++k) {
            if (choices_[k].share <= kDust || choices_[k].weight > capacity_) continue;
            places[k] = support.size();
            support.push_back(k);
            shares.push_back(choices_[k].share);
        }
        if (support.size() < 2 || support.size() > kMostSupport) return {};
        Mixture mixture(std::move(shares));
        while (work < last && mixture.together() > 1 + kLeastExcess) {
            work += support.size() * (support.size() + fills());
            const std::vector<double> prices = mixture.prices();
            for (std::size_t row = 0; row < support.size(); ++row) worths[support[row]] = prices[row];
            const auto least = std::ranges::min_element(prices);
            const bool is_surplus = *least < -kDust;
            if (is_surplus)
                chosen = {static_cast<std::size_t>(least - prices.begin())};
            else if (best(worths, chosen) <= 1 + kDust)
                return worths;
            else
                for (std::size_t& k : chosen) k = places[k];
            if (!mixture.enter(chosen, is_surplus)) break;
        }
        return {};
    }

    // In whole numbers, perhaps rounded: what fits is then worth at most what it turns out to be.
    static std::vector<Weight> whole(std::span<const double> worths) {
        const auto is_whole = [&](Weight scale) {
            return std::ranges::all_of(worths, [&](double worth) {
                const double scaled = worth * static_cast<double>(scale);
                return std::abs(scaled - std::round(scaled)) < kDust * static_cast<double>(scale);
            });
        };
        Weight scale = 1;
        while (scale <= kMostScale && !is_whole(scale)) ++scale;
        if (scale > kMostScale) scale = kRoughScale;
        std::vector<Weight> found;
        for (const double worth : worths)
            found.push_back(std::max<Weight>(0, std::llround(worth * static_cast<double>(scale))));
        return found;
    }

    // Choices without a worth get the most that they can have, such that what fits is worth no more than before.
    Cut lifted(std::vector<Weight> worths, std::uint64_t& work) const {
        std::vector<std::vector<Weight>> after(groups_.size() + 1);
        after.back().resize(fills());
        for (std::size_t group = groups_.size(); group-- > 0;) {
            after[group] = after[group + 1];
            extend(after[group], groups_[group], worths, nullptr);
        }
        const Weight most = after.front().back();
        std::vector<Weight> before(fills());
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            for (std::size_t k = groups_[group].begin; k < groups_[group].end; ++k) {
                if (worths[k] > 0 || choices_[k].weight > capacity_) continue;
                const auto room = static_cast<std::size_t>(capacity_ - choices_[k].weight);
                Weight others = 0;
                for (std::size_t fill = 0; fill <= room; ++fill)
                    others = std::max(others, before[fill] + after[group + 1][room - fill]);
                worths[k] = most - others;
                work += room;
            }
            extend(before, groups_[group], worths, nullptr);
            work += 2 * fills();
        }
        return {std::move(worths), most};
    }

    const CostModel& model_;
    std::vector<Choice> choices_;
    std::vector<Group> groups_;
    Weight capacity_ = 0;
};

}  // namespace

std::vector<CostModel::Row> violated_knapsacks(const CostModel& model, const LinearProgram& program, Index rows,
                                               std::uint64_t& work) {
    std::vector<CostModel::Row> found;
    const std::uint64_t last = work + kMostWork;
    if (rows > kMostRows) return found;
    for (Index row = 0; row < rows && work < last; ++row) {
        const Knapsack knapsack(model, program, row);
        if (!knapsack.is_suitable()) continue;
        const auto cut = knapsack.separate(last, work);
        if (!cut) continue;
        if (auto violated = knapsack.row_of(*cut)) found.push_back(std::move(*violated));
    }
    return found;
}

}  // namespace excover::cost
