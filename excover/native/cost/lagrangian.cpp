#include "cost/cost_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable cost_drift, cost_parts;
}

namespace excover::cost {

PropagationState::PropagationState(const CostModel& model)
    : model_(model),
      order_(model.options()),
      place_(model.options()),
      degree_(model.items()),
      tally_(model.items()),
      painter_(model.colored_items(), kNone),
      negative_(model.rows()),
      positive_(model.rows()) {
    std::iota(order_.begin(), order_.end(), Index{0});
    std::iota(place_.begin(), place_.end(), Index{0});
    for (Index item = 0; item < model.items(); ++item) {
        degree_[item] = static_cast<Index>(model.options_of(item).size());
        lower_.push_back(model.lower(item));
        possible_ = possible_ && need(item) <= degree_[item];
    }
    for (Index row = 0; row < model.rows(); ++row) {
        left_.push_back(model.upper_sum(row));
        for (const auto& [option, weight] : model.weighed(row)) (weight < 0 ? negative_ : positive_)[row] += weight;
    }
}

Index PropagationState::overdrawn() const {
    const auto found = std::ranges::find_if(left_, [](Weight left) { return left < 0; });
    return found == left_.end() ? kNone : static_cast<Index>(found - left_.begin());
}

void PropagationState::tighten_all() {
    for (Index item = 0; item < model_.items(); ++item) note(item);
    for (Index row = 0; row < model_.rows(); ++row) note_row(row);
}

void PropagationState::note_row(Index row) {
    const auto weighed = model_.weighed(row);
    if (slack(row) < 0 || (!weighed.empty() && std::abs(weighed.front().weight) > slack(row))) strained_.push_back(row);
}

void PropagationState::note(Index item) {
    const Index least = need(item);
    if (least > 0 && degree_[item] <= least) tight_.push_back(item);
}

// The option moves behind the open ones; moving the border back opens it again.
void PropagationState::close(Index option) {
    EXCOVER_ASSERT(is_open(option));
    ++closed_;
    const Index last = static_cast<Index>(order_.size()) - closed_, at = place_[option], other = order_[last];
    order_[at] = other;
    place_[other] = at;
    order_[last] = option;
    place_[option] = last;
    updates_ += model_.covered(option).size();
    for (const Index item : model_.covered(option)) --degree_[item];
    for (const auto& [row, weight] : model_.shares(option)) (weight < 0 ? negative_ : positive_)[row] -= weight;
}

bool PropagationState::rule_out(Index option) {
    close(option);
    bool possible = true;
    for (const Index item : model_.covered(option)) {
        const Index least = need(item);
        if (least == 0 || degree_[item] > least) continue;
        possible = possible && degree_[item] == least;
        tight_.push_back(item);
    }
    for (const auto& [row, weight] : model_.shares(option))
        if (weight < 0) note_row(row);
    return possible;
}

bool PropagationState::choose(Index option) {
    close(option);
    chosen_.push_back(option);
    spent_ += model_.cost(option);
    for (const Index item : model_.covered(option)) ++tally_[item];
    for (const auto& [row, weight] : model_.shares(option)) {
        left_[row] -= weight;
        if (weight > 0) note_row(row);
    }
    return fill(option) && paint(option);
}

bool PropagationState::require(Index item) {
    if (lower_[item] > 0) return true;
    lower_[item] = 1;
    required_.push_back(item);
    note(item);
    return need(item) <= degree_[item];
}

// Rules out what no longer fits an item of a chosen option.
bool PropagationState::fill(Index option) {
    for (const Index item : model_.covered(option)) {
        EXCOVER_ASSERT(tally_[item] <= model_.upper(item));
        if (tally_[item] < model_.upper(item)) {
            note(item);
            if (need(item) > degree_[item]) return false;
            continue;
        }
        if (degree_[item] == 0) continue;
        for (const Index other : model_.options_of(item))
            if (is_open(other) && !rule_out(other)) return false;
    }
    return true;
}

bool PropagationState::paint(Index option) {
    for (const auto& [item, color] : model_.colored(option)) {
        if (painter_[item] != kNone) continue;
        painter_[item] = option;
        for (const auto& [other, shade] : model_.options_with_color(item))
            if (shade != color && is_open(other) && !rule_out(other)) return false;
    }
    return true;
}

bool PropagationState::propagate() {
    while (!tight_.empty() || !strained_.empty()) {
        auto& waiting = tight_.empty() ? strained_ : tight_;
        const bool is_row = tight_.empty();
        const Index next = waiting.back();
        waiting.pop_back();
        if (!(is_row ? ease(next) : use_all(next))) return false;
    }
    return true;
}

// If an item needs all its open options, chooses them.
bool PropagationState::use_all(Index item) {
    const Index least = need(item);
    if (least == 0 || degree_[item] > least) return true;
    if (degree_[item] < least) return false;
    for (const Index option : model_.options_of(item))
        if (is_open(option) && !choose(option)) return false;
    return need(item) == 0;  // one of them may have ruled out another
}

// Rules out the open options that weigh more than is left, and chooses those without whose negative weight it is not
// enough.
bool PropagationState::ease(Index row) {
    if (slack(row) < 0) return false;
    for (const auto& [option, weight] : model_.weighed(row)) {
        ++looks_;
        if (std::abs(weight) <= slack(row)) break;
        if (is_open(option) && !(weight < 0 ? choose(option) : rule_out(option))) return false;
    }
    return true;
}

void PropagationState::restore(const Mark& mark) {
    tight_.clear();
    strained_.clear();
    for (; required_.size() > mark.required; required_.pop_back()) lower_[required_.back()] = 0;
    for (; closed_ > mark.closed; --closed_) {
        const Index option = order_[order_.size() - closed_];
        for (const Index item : model_.covered(option)) ++degree_[item];
        for (const auto& [row, weight] : model_.shares(option)) (weight < 0 ? negative_ : positive_)[row] += weight;
    }
    for (; chosen_.size() > mark.chosen; chosen_.pop_back()) {
        const Index option = chosen_.back();
        spent_ -= model_.cost(option);
        for (const Index item : model_.covered(option)) --tally_[item];
        for (const auto& [row, weight] : model_.shares(option)) left_[row] += weight;
        for (const auto& [item, color] : model_.colored(option))
            if (painter_[item] == option) painter_[item] = kNone;
    }
}

namespace {

// All sums stay below 2^63: costs together 2^62 at most, prices of all entries 2^60.
constexpr Cost kMostPrices = Cost{1} << 60;
constexpr Cost kFinestTotal = Cost{1} << 50;
constexpr Cost kMostRate = Cost{1} << 62;
constexpr int kFineness = 10;  // a part for an option of average weight is a rate of 2 to this power, at least

__extension__ using Wide = __int128;

}  // namespace

Lagrangian::Lagrangian(const CostModel& model)
    : model_(model),
      most_(kMostPrices / (Cost{model.entries()} + Cost{model.row_entries()} + 1)),
      prices_(std::size_t{model.rows()} + model.items()),
      reduced_(model.options()),
      taken_(model.items()),
      carried_(model.rows()),
      drift_(model.items()),
      row_drift_(model.rows()) {
    for (Index row = 0; row < model.rows(); ++row) scales_.push_back(scale_of(row));
    const Cost most = static_cast<Cost>(tuning::cost_parts);
    while (parts_ < most && model.total() <= kFinestTotal / (2 * parts_)) parts_ *= 2;
    for (Index option = 0; option < model.options(); ++option) scaled_.push_back(parts_ * model.cost(option));
    // To begin with, an item has the least even share of an option.
    for (Index item = 0; item < model.items(); ++item) {
        if (model.lower(item) == 0 || model.options_of(item).empty()) continue;
        Cost least = most_;
        for (const Index option : model.options_of(item))
            least = std::min(least, scaled_[option] / static_cast<Cost>(model.covered(option).size()));
        prices_[model.rows() + item] = std::max(least, -most_);
    }
}

Lagrangian::Scale Lagrangian::scale_of(Index row) const {
    Wide together = 0;
    const auto weighed = model_.weighed(row);
    for (const auto& [option, weight] : weighed) together += weight < 0 ? -weight : weight;
    const Wide count = std::max<std::size_t>(1, weighed.size());
    const auto average = std::max(std::uint64_t{1}, static_cast<std::uint64_t>((together + count - 1) / count));
    const int shift = std::bit_width(average) + kFineness;
    const Wide fine = (Wide{1} << shift) / average;
    return {shift, static_cast<double>(average), static_cast<double>(fine),
            static_cast<Cost>(std::min(Wide{kMostRate}, most_ * fine))};
}

// Rounded down, for negative weights, too.
Cost Lagrangian::paid(Index row, Weight weight) const {
    return static_cast<Cost>((Wide{prices_[row]} * weight) >> scales_[row].shift);
}

void Lagrangian::begin_with(std::span<const Cost> prices) {
    const Cost most = most_ / parts_;
    if (std::ranges::any_of(prices, [&](Cost price) { return price > most || price < -most; })) return;
    std::ranges::transform(prices, prices_.begin(), [&](Cost price) { return parts_ * price; });
}

void Lagrangian::begin_with(std::span<const double> prices) {
    std::vector<Cost> whole;
    for (std::size_t k = 0; k < prices.size(); ++k) {
        const bool is_row = k < model_.rows();
        const double price =
            prices[k] * static_cast<double>(parts_) * (is_row ? std::ldexp(1.0, scales_[k].shift) : 1.0);
        if (!(std::abs(price) < static_cast<double>(is_row ? scales_[k].most : most_))) return;
        whole.push_back(is_row ? std::max<Cost>(0, std::llround(price)) : std::llround(price));
    }
    prices_ = std::move(whole);
}

Cost Lagrangian::room(Cost limit, Cost bound) const {
    constexpr Cost kLeast = std::numeric_limits<Cost>::min(), kMost = std::numeric_limits<Cost>::max();
    const Cost beyond = limit * parts_;
    if (bound < 0 && beyond > kMost + bound) return kMost;
    if (bound > 0 && beyond < kLeast + bound) return kLeast;
    return beyond - bound;
}

// Backwards: to rule out an option moves only options that were already visited.
bool Lagrangian::fix(PropagationState& state, Cost room) {
    forced_.clear();
    const auto open = state.open();
    for (std::size_t k = open.size(); k-- > 0;) {
        const Index option = open[k];
        if (reduced_[option] > room && !state.rule_out(option)) return false;
        if (reduced_[option] < 0 && -reduced_[option] > room) forced_.push_back(option);
    }
    for (const Index option : forced_)
        if (!state.is_open(option) || !state.choose(option)) return false;
    return state.propagate();
}

Cost Lagrangian::bound(const PropagationState& state) {
    Cost bound = parts_ * state.spent();
    const Cost* const prices = prices_.data() + model_.rows();
    for (Index row = 0; row < model_.rows(); ++row) {
        carried_[row] = 0;
        bound -= paid(row, state.most(row));
    }
    for (Index item = 0; item < model_.items(); ++item) {
        taken_[item] = 0;
        if (state.degree(item) == 0) continue;
        const Cost price = prices[item];
        bound += price * Cost{price > 0 ? state.need(item) : state.room(item)};
    }
    const bool has_rows = model_.rows() > 0;  // without them, options need not be asked for their weights
    for (const Index option : state.open()) {
        Cost reduced = scaled_[option];
        const auto covered = model_.covered(option);
        for (const Index item : covered) reduced -= prices[item];
        const auto shares = has_rows ? model_.shares(option) : std::span<const CostModel::Share>();
        for (const auto& [row, weight] : shares) reduced += paid(row, weight);
        reduced_[option] = reduced;
        work_ += covered.size() + shares.size() + 1;
        if (reduced >= 0) continue;
        bound += reduced;
        for (const Index item : covered) ++taken_[item];
        for (const auto& [row, weight] : shares) carried_[row] += weight;
    }
    slope_ = 0;
    for (Index row = 0; row < model_.rows(); ++row) {
        const double gradient = row_gradient(state, row);
        slope_ += gradient * gradient;
    }
    for (Index item = 0; item < model_.items(); ++item) {
        const Cost gradient = this->gradient(state, item);
        slope_ += static_cast<double>(gradient * gradient);
    }
    work_ += 2 * (model_.items() + model_.rows());
    return bound;
}

// How much more often than by the options taken the item is to be covered.
Cost Lagrangian::gradient(const PropagationState& state, Index item) const {
    if (state.degree(item) == 0) return 0;
    const Cost need = state.need(item), room = state.room(item), taken = taken_[item];
    const Cost price = prices_[model_.rows() + item];
    if (price > 0 || taken < need) return need - taken;
    if (price < 0 || taken > room) return room - taken;
    return 0;
}

// How much more than may be weighed the options taken weigh, in average options.
double Lagrangian::row_gradient(const PropagationState& state, Index row) const {
    const Weight beyond = carried_[row] - state.most(row);
    return beyond < 0 && prices_[row] == 0 ? 0.0 : static_cast<double>(beyond) / scales_[row].weight;
}

bool Lagrangian::step_of_rows(const PropagationState& state, double length) {
    bool moves = false;
    const double drift = static_cast<double>(tuning::cost_drift) / 100;
    for (Index row = 0; row < model_.rows(); ++row) {
        const Scale& scale = scales_[row];
        const double far = static_cast<double>(scale.most) / 2;
        row_drift_[row] = drift * row_drift_[row] + length * row_gradient(state, row);
        const Cost change = std::llround(std::clamp(row_drift_[row] * scale.fine, -far, far));
        const Cost rate = std::clamp(prices_[row] + change, Cost{0}, scale.most);
        moves = moves || rate != prices_[row];
        prices_[row] = rate;
    }
    return moves;
}

bool Lagrangian::step(const PropagationState& state, double length) {
    bool moves = step_of_rows(state, length);
    const double drift = static_cast<double>(tuning::cost_drift) / 100;
    const double far = static_cast<double>(most_) / 2;
    Cost* const prices = prices_.data() + model_.rows();
    for (Index item = 0; item < model_.items(); ++item) {
        if (state.degree(item) == 0) continue;
        const Cost gradient = this->gradient(state, item);
        drift_[item] = drift * drift_[item] + length * static_cast<double>(gradient);
        const Cost change = std::llround(std::clamp(drift_[item], -far, far));
        if (change == 0) continue;
        Cost price = std::clamp(prices[item] + change, -most_, most_);
        // Where an item may be covered more or less often, the bound has a bend at 0.
        if (model_.lower(item) != model_.upper(item) && (price > 0) != (prices[item] > 0) && prices[item] != 0)
            price = 0;
        moves = moves || price != prices[item];
        prices[item] = price;
    }
    return moves;
}

}  // namespace excover::cost
