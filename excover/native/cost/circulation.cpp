#include "cost/circulation.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace excover {

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
    index_places();
    fill_by_sign();
}

void Circulation::index_places() {
    begins_.assign(potentials_.size() + 1, 0);
    for (std::size_t place = 0; place < left_.size(); ++place) ++begins_[head(place ^ 1) + std::size_t{1}];
    for (std::size_t node = 1; node < begins_.size(); ++node) begins_[node] += begins_[node - 1];
    places_.resize(left_.size());
    std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
    for (std::size_t place = 0; place < left_.size(); ++place) places_[next[head(place ^ 1)]++] = place;
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
        work_ += begins_[node + std::size_t{1}] - begins_[node];
        for (std::size_t k = begins_[node]; k < begins_[node + std::size_t{1}]; ++k) {
            const std::size_t place = places_[k];
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

}  // namespace excover
