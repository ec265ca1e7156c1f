#include "cost/cheapest_search.hpp"

#include <algorithm>
#include <cmath>

#include "core/tuning.hpp"

namespace excover {

CheapestSearch::CheapestSearch(const Problem& problem, std::span<const Cost> costs, double gap)
    : model_(problem, costs),
      gap_(gap),
      proof_(model_),
      try_(model_),
      head_start_(tuning::cost_head_start * (model_.entries() + model_.options())),
      least_(-model_.total()),
      freed_(tuning::cost_freed) {
    proof_.begin(model_.total(), {}, tuning::cost_first_steps);
    in_round_ = true;
}

Stop CheapestSearch::run(const Allowance& allowance, std::uint64_t most_work) {
    const std::uint64_t last_solution = saturated_sum(solutions_, allowance.solutions);
    const std::uint64_t last_node = saturated_sum(nodes(), allowance.nodes);
    const std::uint64_t last_work = saturated_sum(work(), most_work);
    Watch watch(allowance.seconds, tuning::cost_turn);
    while (!is_done_) {
        if (solutions_ >= last_solution) return Stop::solutions;
        if (nodes() >= last_node || work() >= last_work) return Stop::nodes;
        if (watch.is_over(work())) return Stop::time;
        if (has_best_ && head_start_ + try_.work() < proof_.work())
            improve(last_node - nodes());
        else
            prove(last_node - nodes());
    }
    return Stop::exhausted;
}

void CheapestSearch::offer(std::span<const Index> cover) {
    const std::vector<Index> chosen = model_.own(cover);
    Cost cost = 0;
    for (const Index option : chosen) cost += model_.cost(option);
    take(chosen, cost, model_.known(cost) < model_.known_cost(cover));
}

// The greatest cost of a solution that is worth having.
Cost CheapestSearch::most_wanted() const {
    if (!has_best_) return model_.total();
    const double known = static_cast<double>(model_.known(best_cost_));
    const double allowed = std::floor(gap_ * std::abs(known));
    if (!(allowed >= 1)) return best_cost_ - 1;
    if (allowed >= 0x1p62) return -model_.total() - 1;  // any solution is close enough
    return std::min(best_cost_ - 1, model_.own(model_.known(best_cost_) - static_cast<Cost>(allowed) - 1));
}

void CheapestSearch::prove(std::uint64_t nodes) {
    if (!in_round_) begin_round();
    if (is_done_) return;
    const bool was_at_root = proof_.is_at_root();
    if (has_best_ && most_wanted() < proof_.limit()) proof_.lower_limit(most_wanted());
    const auto pause = proof_.run(tuning::cost_turn, nodes);
    if (was_at_root) least_ = std::max(least_, std::min(proof_.least(), proof_.limit() + 1));
    switch (pause) {
        case BoundedTree::Pause::work:
            break;
        case BoundedTree::Pause::found:
            take(proof_.chosen(), proof_.cost());
            break;
        case BoundedTree::Pause::exhausted:
            least_ = std::max(least_, proof_.limit() + 1);
            in_round_ = false;
    }
    // The first tree has no limit: it is left as soon as the bound at its root is known, from which the first round begins.
    if (stride_ == 0 && !proof_.is_at_root()) in_round_ = false;
}

void CheapestSearch::begin_round() {
    const Cost most = most_wanted();
    if (least_ > most) {
        is_done_ = true;
        return;
    }
    const Cost beyond = has_best_ ? most - least_ : std::abs(least_) / 4 + 1;
    const Cost limit = least_ + std::min(most - least_, stride_ == 0 ? 0 : stride_);
    stride_ = stride_ == 0 ? std::max<Cost>(1, beyond / static_cast<Cost>(tuning::cost_strides)) : 2 * std::min(stride_, model_.total() + 1);
    proof_.begin(limit, {}, tuning::cost_round_steps);
    in_round_ = true;
}

void CheapestSearch::improve(std::uint64_t nodes) {
    if (!in_try_) begin_try();
    const Cost most = best_cost_ - 1;
    if (most < try_.limit()) try_.lower_limit(most);
    const std::uint64_t left = try_ends_ > try_.work() ? try_ends_ - try_.work() : 0;
    const auto pause = try_.run(std::min<std::uint64_t>(tuning::cost_turn, left + 1), nodes);
    if (pause == BoundedTree::Pause::found) {
        take(try_.chosen(), try_.cost());
    } else if (pause == BoundedTree::Pause::exhausted) {
        in_try_ = false;
        ++freed_;
    } else if (try_.work() >= try_ends_) {
        in_try_ = false;
        if (freed_ > 2) freed_ -= freed_ / 8 + 1;
    }
}

// Keeps all options of the best solution except a few, chosen at random.
void CheapestSearch::begin_try() {
    kept_ = best_;
    for (std::size_t k = 0; k < freed_ && !kept_.empty(); ++k) {
        std::swap(kept_[random_.next() % kept_.size()], kept_.back());
        kept_.pop_back();
    }
    try_.set_prices(proof_.prices());
    try_.begin(best_cost_ - 1, kept_, tuning::cost_try_steps);
    try_ends_ = try_.work() + tuning::cost_try_work;
    in_try_ = true;
}

void CheapestSearch::take(std::span<const Index> chosen, Cost cost, bool is_new) {
    if (has_best_ && cost >= best_cost_) return;
    if (is_new) covers_.add(model_.original(chosen));
    best_.assign(chosen.begin(), chosen.end());
    best_cost_ = cost;
    has_best_ = true;
    solutions_ += is_new;
}

}  // namespace excover
