#include <span>
#include <utility>

#include "core/tuning.hpp"
#include "cost/cheapest_search.hpp"

namespace excover::tuning {
extern Tunable cost_freed, cost_try_steps, cost_try_work;
}

namespace excover::cost {

Neighbourhood::Neighbourhood(const CostModel& model, std::size_t most_saved, unsigned number)
    : tree_(std::make_unique<BoundedTree>(model, most_saved)), random_(number), freed_(tuning::cost_freed) {}

void Neighbourhood::renew(const CostModel& model, std::size_t most_saved) {
    tree_ = std::make_unique<BoundedTree>(model, most_saved);
    in_try_ = false;
}

bool Neighbourhood::run(std::span<const Index> best, Cost best_cost, std::span<const Cost> prices, std::uint64_t work,
                        std::uint64_t nodes) {
    if (!in_try_) begin(best, best_cost, prices);
    if (best_cost - 1 < tree_->limit()) tree_->lower_limit(best_cost - 1);
    const std::uint64_t left = try_ends_ > tree_->work() ? try_ends_ - tree_->work() : 0;
    const auto pause = tree_->run(std::min(work, left + 1), nodes);
    if (pause == BoundedTree::Pause::found) return true;
    if (pause == BoundedTree::Pause::exhausted) {
        in_try_ = false;
        ++freed_;
    } else if (tree_->work() >= try_ends_) {
        in_try_ = false;
        if (freed_ > 2) freed_ -= freed_ / 8 + 1;
    }
    return false;
}

// Keeps all options of the best solution except a few, chosen at random.
void Neighbourhood::begin(std::span<const Index> best, Cost best_cost, std::span<const Cost> prices) {
    kept_.assign(best.begin(), best.end());
    for (std::size_t k = 0; k < freed_ && !kept_.empty(); ++k) {
        std::swap(kept_[random_.next() % kept_.size()], kept_.back());
        kept_.pop_back();
    }
    tree_->set_prices(prices);
    tree_->begin(best_cost - 1, kept_, tuning::cost_try_steps);
    try_ends_ = tree_->work() + tuning::cost_try_work;
    in_try_ = true;
}

}  // namespace excover::cost
