#include "cost/propagation.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

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

}  // namespace excover::cost
