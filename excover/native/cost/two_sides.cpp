#include "cost/two_sides.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace excover {

namespace {

constexpr Cost kMostTotal = Cost{1} << 58;

// For each item whether it is on the left side; none if an option covers two of one side, or more than two items.
std::optional<std::vector<bool>> sides(const CostModel& model) {
    std::vector<bool> is_left(model.items()), is_known(model.items());
    for (Index option = 0; option < model.options(); ++option)
        if (model.covered(option).size() > 2 || !model.colored(option).empty()) return std::nullopt;
    std::vector<Index> reached;
    for (Index first = 0; first < model.items(); ++first) {
        if (is_known[first]) continue;
        is_known[first] = is_left[first] = true;
        reached.assign(1, first);
        while (!reached.empty()) {
            const Index item = reached.back();
            reached.pop_back();
            for (const Index option : model.options_of(item))
                for (const Index other : model.covered(option)) {
                    if (other == item) continue;
                    if (is_known[other] && is_left[other] == is_left[item]) return std::nullopt;
                    if (is_known[other]) continue;
                    is_known[other] = true;
                    is_left[other] = !is_left[item];
                    reached.push_back(other);
                }
        }
    }
    return is_left;
}

// Each item that needs options takes the price that leaves its cheapest option at 0: the left side first, then the
// right.
std::vector<Cost> first_prices(const CostModel& model, const std::vector<bool>& is_left) {
    std::vector<Cost> prices(model.items());
    for (const bool left : {true, false})
        for (Index item = 0; item < model.items(); ++item) {
            if (is_left[item] != left || model.lower(item) == 0 || model.options_of(item).empty()) continue;
            const auto rest = [&](Index option) {
                Cost cost = model.cost(option);
                for (const Index other : model.covered(option)) cost -= prices[other];
                return cost;
            };
            const Cost least = std::ranges::min(model.options_of(item) | std::views::transform(rest));
            if (least > 0 || model.upper(item) == 1) prices[item] = least;
        }
    return prices;
}

std::vector<Index> options_with(const CostModel& model, bool has_items) {
    std::vector<Index> options;
    for (Index option = 0; option < model.options(); ++option)
        if (model.covered(option).empty() != has_items && (has_items || model.cost(option) < 0))
            options.push_back(option);
    return options;
}

// The hub is the node after all items; then come the arcs of the items.
std::vector<Circulation::Arc> arcs(const CostModel& model, const std::vector<bool>& is_left,
                                   std::span<const Index> options) {
    const Index hub = model.items();
    std::vector<Circulation::Arc> arcs;
    arcs.reserve(options.size() + model.items());
    for (const Index option : options) {
        Index from = hub, to = hub;
        for (const Index item : model.covered(option)) (is_left[item] ? from : to) = item;
        arcs.push_back({from, to, 0, 1, model.cost(option)});
    }
    for (Index item = 0; item < model.items(); ++item) {
        const Index most = static_cast<Index>(model.options_of(item).size());
        const Index lower = model.lower(item), upper = std::max(lower, std::min(model.upper(item), most));
        arcs.push_back({is_left[item] ? hub : item, is_left[item] ? item : hub, lower, upper, 0});
    }
    return arcs;
}

std::vector<Cost> potentials(std::vector<Cost> prices, const std::vector<bool>& is_left) {
    for (std::size_t item = 0; item < prices.size(); ++item)
        if (is_left[item]) prices[item] = -prices[item];
    prices.push_back(0);
    return prices;
}

}  // namespace

std::optional<TwoSides> TwoSides::of(const CostModel& model) {
    if (model.total() > kMostTotal || model.rows() > 0) return std::nullopt;
    auto is_left = sides(model);
    if (!is_left) return std::nullopt;
    auto prices = first_prices(model, *is_left);
    return TwoSides(model, std::move(*is_left), std::move(prices));
}

TwoSides::TwoSides(const CostModel& model, std::vector<bool> is_left, std::vector<Cost> prices)
    : is_left_(std::move(is_left)),
      apart_(options_with(model, false)),
      options_(options_with(model, true)),
      circulation_(arcs(model, is_left_, options_), potentials(std::move(prices), is_left_)) {}

std::optional<std::vector<Index>> TwoSides::chosen() const {
    if (circulation_.is_impossible()) return std::nullopt;
    std::vector<Index> chosen = apart_;
    for (std::size_t arc = 0; arc < options_.size(); ++arc)
        if (circulation_.flow(arc) == 1) chosen.push_back(options_[arc]);
    return chosen;
}

std::vector<Cost> TwoSides::prices() const {
    const auto potentials = circulation_.potentials();
    std::vector<Cost> prices(is_left_.size());
    for (std::size_t item = 0; item < prices.size(); ++item) {
        const Cost difference = potentials[item] - potentials.back();
        prices[item] = is_left_[item] ? -difference : difference;
    }
    return prices;
}

}  // namespace excover
