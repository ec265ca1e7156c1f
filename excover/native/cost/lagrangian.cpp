#include "cost/lagrangian.hpp"

#include <algorithm>
#include <cmath>

#include "core/tuning.hpp"

namespace excover {

namespace {

// All sums stay below 2^63: costs together 2^62 at most, prices of all entries 2^60.
constexpr Cost kMostPrices = Cost{1} << 60;
constexpr Cost kFinestTotal = Cost{1} << 50;

}  // namespace

Lagrangian::Lagrangian(const CostModel& model)
    : model_(model),
      most_(kMostPrices / (Cost{model.entries()} + 1)),
      prices_(model.items()),
      reduced_(model.options()),
      taken_(model.items()),
      drift_(model.items()) {
    const Cost most = static_cast<Cost>(tuning::cost_parts);
    while (parts_ < most && model.total() <= kFinestTotal / (2 * parts_)) parts_ *= 2;
    for (Index option = 0; option < model.options(); ++option) scaled_.push_back(parts_ * model.cost(option));
    // To begin with, an item has the least even share of an option.
    for (Index item = 0; item < model.items(); ++item) {
        if (model.lower(item) == 0 || model.options_of(item).empty()) continue;
        Cost least = most_;
        for (const Index option : model.options_of(item))
            least = std::min(least, scaled_[option] / static_cast<Cost>(model.covered(option).size()));
        prices_[item] = std::max(least, -most_);
    }
}

void Lagrangian::begin_with(std::span<const Cost> prices) {
    const Cost most = most_ / parts_;
    if (std::ranges::any_of(prices, [&](Cost price) { return price > most || price < -most; })) return;
    std::ranges::transform(prices, prices_.begin(), [&](Cost price) { return parts_ * price; });
}

Cost Lagrangian::bound(const Remaining& remaining) {
    Cost bound = parts_ * remaining.spent();
    for (Index item = 0; item < model_.items(); ++item) {
        taken_[item] = 0;
        if (remaining.degree(item) == 0) continue;
        const Cost price = prices_[item];
        bound += price * Cost{price > 0 ? remaining.need(item) : remaining.room(item)};
    }
    for (const Index option : remaining.open()) {
        Cost reduced = scaled_[option];
        const auto covered = model_.covered(option);
        for (const Index item : covered) reduced -= prices_[item];
        reduced_[option] = reduced;
        work_ += covered.size() + 1;
        if (reduced >= 0) continue;
        bound += reduced;
        for (const Index item : covered) ++taken_[item];
    }
    slope_ = 0;
    for (Index item = 0; item < model_.items(); ++item) {
        const Cost gradient = this->gradient(remaining, item);
        slope_ += gradient * gradient;
    }
    work_ += 2 * model_.items();
    return bound;
}

// How much more often than by the options taken the item is to be covered.
Cost Lagrangian::gradient(const Remaining& remaining, Index item) const {
    if (remaining.degree(item) == 0) return 0;
    const Cost need = remaining.need(item), room = remaining.room(item), taken = taken_[item];
    if (prices_[item] > 0 || taken < need) return need - taken;
    if (prices_[item] < 0 || taken > room) return room - taken;
    return 0;
}

bool Lagrangian::step(const Remaining& remaining, double length) {
    bool moves = false;
    const double drift = static_cast<double>(tuning::cost_drift) / 100;
    const double far = static_cast<double>(most_) / 2;
    for (Index item = 0; item < model_.items(); ++item) {
        if (remaining.degree(item) == 0) continue;
        const Cost gradient = this->gradient(remaining, item);
        drift_[item] = drift * drift_[item] + length * static_cast<double>(gradient);
        const Cost change = std::llround(std::clamp(drift_[item], -far, far));
        if (change == 0) continue;
        Cost price = std::clamp(prices_[item] + change, -most_, most_);
        // Where an item may be covered more or less often, the bound has a bend at 0.
        if (model_.lower(item) != model_.upper(item) && (price > 0) != (prices_[item] > 0) && prices_[item] != 0) price = 0;
        moves = moves || price != prices_[item];
        prices_[item] = price;
    }
    return moves;
}

}  // namespace excover
