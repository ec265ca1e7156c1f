#include "cost/cheapest_search.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <ranges>
#include <utility>

namespace excover::cost {

namespace {

constexpr Cost kFar = std::numeric_limits<Cost>::max();

}  // namespace

Circulation::Circulation(std::vector<Arc> arcs, std::vector<Cost> potentials)
    : arcs_(std::move(arcs)),
      potentials_(std::move(potentials)),
      left_(2 * arcs_.size()),
      surplus_(potentials_.size()),
      distance_(potentials_.size(), kFar),
      via_(potentials_.size()),
      is_final_(potentials_.size()) {
    for (const Arc& arc : arcs_) beyond_ += 2 * (arc.cost < 0 ? -arc.cost : arc.cost);
    places_ = {potentials_.size(), [&](auto take) {
                   for (std::size_t place = 0; place < left_.size(); ++place) take(head(place ^ 1), place);
               }};
    fill_by_sign();
}

void Circulation::fill_by_sign() {
    for (std::size_t k = 0; k < arcs_.size(); ++k) {
        const Arc& arc = arcs_[k];
        const Index flow = reduced(2 * k) < 0 ? arc.upper : arc.lower;
        left_[2 * k] = arc.upper - flow;
        left_[2 * k + 1] = flow - arc.lower;
        surplus_[arc.to] += flow;
        surplus_[arc.from] -= flow;
    }
}

Cost Circulation::reduced(std::size_t place) const {
    const Arc& arc = arcs_[place / 2];
    const Cost cost = arc.cost + potentials_[arc.from] - potentials_[arc.to];
    return place % 2 == 0 ? cost : -cost;
}

bool Circulation::step() {
    const Index from = impossible_ ? kNone : next_surplus();
    if (from == kNone) return false;
    const Index to = search(from);
    if (to != kNone) carry(from, to);
    return true;
}

Index Circulation::next_surplus() {
    for (; waiting_ < surplus_.size(); ++waiting_)
        if (surplus_[waiting_] > 0) return waiting_;
    return kNone;
}

// The nearest node that lacks something (E. W. Dijkstra 1959), after which the potentials follow the distances. If none
// can be reached, there is no circulation.
Index Circulation::search(Index from) {
    heap_.clear();
    final_.clear();
    std::ranges::fill(distance_, kFar);
    is_final_.assign(is_final_.size(), false);
    relax(from, 0);
    Index to = kNone;
    while (!heap_.empty() && to == kNone) {
        std::ranges::pop_heap(heap_, std::greater());
        const auto [distance, node] = heap_.back();
        heap_.pop_back();
        if (is_final_[node]) continue;
        is_final_[node] = true;
        final_.push_back(node);
        if (surplus_[node] < 0) {
            to = node;
            continue;
        }
        work_ += places_[node].size();
        for (const std::size_t place : places_[node]) {
            if (left_[place] == 0 || is_final_[head(place)]) continue;
            const Cost reached = distance + reduced(place);
            if (reached >= distance_[head(place)]) continue;
            via_[head(place)] = place;
            relax(head(place), reached);
        }
    }
    work_ += distance_.size();
    impossible_ = to == kNone;
    const Cost most = impossible_ ? beyond_ : distance_[to];
    for (const Index node : final_) potentials_[node] -= most - std::min(most, distance_[node]);
    return to;
}

void Circulation::relax(Index node, Cost distance) {
    distance_[node] = distance;
    heap_.emplace_back(distance, node);
    std::ranges::push_heap(heap_, std::greater());
}

void Circulation::carry(Index from, Index to) {
    Cost most = std::min(surplus_[from], -surplus_[to]);
    for (Index node = to; node != from; node = head(via_[node] ^ 1)) most = std::min<Cost>(most, left_[via_[node]]);
    const Index load = static_cast<Index>(most);
    for (Index node = to; node != from; node = head(via_[node] ^ 1)) {
        left_[via_[node]] -= load;
        left_[via_[node] ^ 1] += load;
    }
    surplus_[from] -= most;
    surplus_[to] += most;
}

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

}  // namespace excover::cost
