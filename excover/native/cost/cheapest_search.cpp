#include "cost/cheapest_search.hpp"

#include <algorithm>
#include <cmath>

#include "core/tuning.hpp"
#include "cost/odd_sets.hpp"

namespace excover {

CheapestSearch::CheapestSearch(const Problem& problem, std::span<const Cost> costs, double gap, std::span<const SumRow> rows)
    : model_(problem, costs, rows),
      gap_(gap),
      proof_(std::make_unique<BoundedTree>(model_)),
      try_(std::make_unique<BoundedTree>(model_)),
      two_sides_(TwoSides::of(model_)),
      head_start_(tuning::cost_head_start * (model_.entries() + model_.row_entries() + model_.options())),
      least_(-model_.total()),
      freed_(tuning::cost_freed) {
    proof_->begin(model_.total(), {}, tuning::cost_first_steps);
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
        if (two_sides_)
            circulate();
        else if (has_best_ && head_start_ + try_->work() < proof_->work())
            improve(last_node - nodes());
        else
            prove(last_node - nodes());
    }
    return Stop::exhausted;
}

// The proof begins with the prices of the circulation.
void CheapestSearch::circulate() {
    const std::uint64_t before = two_sides_->work();
    const bool is_over = !two_sides_->step();
    past_.work += two_sides_->work() - before;
    if (!is_over) return;
    proof_->begin_with(two_sides_->prices());
    if (const auto chosen = two_sides_->chosen()) take(*chosen, cost_of(*chosen));
    two_sides_.reset();
}

Cost CheapestSearch::cost_of(std::span<const Index> chosen) const {
    Cost cost = 0;
    for (const Index option : chosen) cost += model_.cost(option);
    return cost;
}

void CheapestSearch::offer(std::span<const Index> cover) {
    const std::vector<Index> chosen = model_.own(cover);
    const Cost cost = cost_of(chosen);
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
    if (!in_round_ || wants_odd_sets()) begin_round();
    if (is_done_) return;
    const bool was_at_root = proof_->is_at_root();
    if (has_best_ && most_wanted() < proof_->limit()) proof_->lower_limit(most_wanted());
    const auto pause = proof_->run(tuning::cost_turn, nodes);
    if (was_at_root) least_ = std::max(least_, std::min(proof_->least(), proof_->limit() + 1));
    switch (pause) {
        case BoundedTree::Pause::work:
            break;
        case BoundedTree::Pause::found:
            take(proof_->chosen(), proof_->cost());
            break;
        case BoundedTree::Pause::exhausted:
            least_ = std::max(least_, proof_->limit() + 1);
            in_round_ = only_climbs_ = false;
    }
    if (only_climbs_ && !proof_->is_at_root()) {
        in_round_ = only_climbs_ = false;
        if (odd_rounds_ > 0) add_odd_sets();
    }
}

bool CheapestSearch::wants_odd_sets() const { return odd_rounds_ == 0 && proof_->nodes() >= tuning::cost_odd_nodes; }

void CheapestSearch::begin_climb(Cost limit) {
    proof_->begin(limit, {}, tuning::cost_round_steps);
    proof_->begin_shares();
    in_round_ = only_climbs_ = true;
}

// If what the bound takes is too much of some odd sets, they become items, and the bound is raised once more. The last ones are
// taken out again if they have hardly raised it.
void CheapestSearch::add_odd_sets() {
    const std::size_t most = 1 + model_.items() * tuning::cost_odd_sets / 100;
    std::vector<Cost> prices(proof_->prices().begin(), proof_->prices().end());
    const Cost gap = has_best_ ? std::max<Cost>(0, most_wanted() - least_) : std::abs(least_) / 4 + 1;
    const Cost rise = least_ - odd_bound_;
    const bool pays = odd_rounds_ == 1 || rise > gap / static_cast<Cost>(tuning::cost_odd_gain);
    std::vector<Triple> triples;
    if (pays && odd_rounds_ <= tuning::cost_odd_rounds) triples = violated_triples(model_, proof_->shares(), most);
    if (pays && triples.empty()) {
        stride_ = 0;
        return;
    }
    odd_bound_ = least_;
    const Index items = model_.items();
    if (pays) model_.add_pairs_of(triples);
    else model_.drop_items(items - odd_sets_);
    odd_sets_ = model_.items() - items;
    make_trees();
    prices.resize(std::size_t{model_.rows()} + model_.items());
    proof_->set_prices(prices);
    if (pays) begin_climb(most_wanted());
    else stride_ = 0;
    ++odd_rounds_;
}

// New trees, after a change of the model.
void CheapestSearch::make_trees() {
    past_ = {nodes(), updates(), depth(), work()};
    proof_ = std::make_unique<BoundedTree>(model_);
    try_ = std::make_unique<BoundedTree>(model_);
    in_try_ = false;
}

void CheapestSearch::begin_round() {
    const Cost most = most_wanted();
    if (least_ > most) {
        is_done_ = true;
        return;
    }
    if (wants_odd_sets()) {
        odd_rounds_ = 1;
        begin_climb(most);
        return;
    }
    const Cost beyond = has_best_ ? most - least_ : std::abs(least_) / 4 + 1;
    const Cost limit = least_ + std::min(most - least_, stride_ == 0 ? 0 : stride_);
    const std::uint64_t strides = has_best_ && proof_->is_greedy() ? tuning::cost_greedy_strides : tuning::cost_strides;
    stride_ = stride_ == 0 ? std::max<Cost>(1, beyond / static_cast<Cost>(strides)) : 2 * std::min(stride_, model_.total() + 1);
    proof_->begin(limit, {}, tuning::cost_round_steps);
    in_round_ = true;
}

void CheapestSearch::improve(std::uint64_t nodes) {
    if (!in_try_) begin_try();
    const Cost most = best_cost_ - 1;
    if (most < try_->limit()) try_->lower_limit(most);
    const std::uint64_t left = try_ends_ > try_->work() ? try_ends_ - try_->work() : 0;
    const auto pause = try_->run(std::min<std::uint64_t>(tuning::cost_turn, left + 1), nodes);
    if (pause == BoundedTree::Pause::found) {
        take(try_->chosen(), try_->cost());
    } else if (pause == BoundedTree::Pause::exhausted) {
        in_try_ = false;
        ++freed_;
    } else if (try_->work() >= try_ends_) {
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
    try_->set_prices(proof_->prices());
    try_->begin(best_cost_ - 1, kept_, tuning::cost_try_steps);
    try_ends_ = try_->work() + tuning::cost_try_work;
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
