#include "cost/cheapest_search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/engine.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {

extern Tunable cost_dive_share, cost_freed, cost_try_steps, cost_try_work, cost_turn;

}  // namespace excover::tuning

namespace excover::cost {

namespace {

constexpr double kWhole = 1 - 1e-6, kDust = 1e-6;

}  // namespace

LinearDive::LinearDive(const CostModel& model, const LinearProgram& root, std::uint64_t most_work)
    : model_(model),
      state_(model),
      lagrangian_(model),
      program_(root),
      began_(root.work()),
      last_(saturated_sum(began_, most_work)) {
    state_.tighten_all();
    is_over_ = !state_.is_possible() || !state_.propagate();
}

LinearDive::Pause LinearDive::run(Cost limit, std::uint64_t work) {
    const std::uint64_t last = program_.work() + work;
    while (!is_over_ && program_.work() < last_) {
        const std::uint64_t here = program_.work();
        if (here >= last) return Pause::work;
        if (program_.run(last - here) == LinearProgram::Status::running) continue;
        is_over_ = !descend(limit);
        if (has_found_) return Pause::found;
    }
    return Pause::over;
}

// The program is solved for what is chosen and ruled out; false if the dive is over.
bool LinearDive::descend(Cost limit) {
    const bool is_near =
        program_.status() == LinearProgram::Status::optimal && program_.value() < static_cast<double>(limit) + kWhole;
    ++nodes_;
    bool goes_on = is_near && fix(limit) && choose_whole();
    has_found_ = goes_on && is_solution() && state_.spent() <= limit;
    if (has_found_) return false;
    goes_on = goes_on && choose_most();
    if (!goes_on && !go_back()) return false;
    program_.restrict_to(state_);
    return true;
}

bool LinearDive::fix(Cost limit) {
    lagrangian_.begin_with(program_.prices());
    const Cost bound = lagrangian_.bound(state_);
    return lagrangian_.fix(state_, lagrangian_.room(limit, bound));
}

// All that can be chosen together; false in a dead end.
bool LinearDive::choose_whole() {
    whole_.clear();
    for (const Index option : state_.open())
        if (program_.share(option) >= kWhole) whole_.push_back(option);
    std::ranges::sort(whole_);
    for (const Index option : whole_) {
        if (!state_.is_open(option)) continue;
        const auto mark = state_.mark();
        if (state_.choose(option) && state_.propagate()) continue;
        state_.restore(mark);
        if (!state_.rule_out(option) || !state_.propagate()) return false;
    }
    return true;
}

// What the program takes of options. Of amounts, that may be a part of the greatest one: what counts is how near one of
// them is to all together.
void LinearDive::list_shares() {
    const Amounts& amounts = model_.amounts();
    shares_.clear();
    for (const Index option : state_.open())
        if (program_.share(option) > kDust && !amounts.has(option))
            shares_.emplace_back(program_.share(option), option);
    for (Index item = 0; item < model_.items(); ++item) {
        const double amount = program_.amount(state_, item);
        double least = 0;
        Index nearest = kNone;
        for (const Index option : amounts.of(item)) {
            const auto other = static_cast<double>(amounts.amount(option));
            const double part = std::abs(amount - other) / other;
            if (!state_.is_open(option) || (nearest != kNone && part >= least)) continue;
            nearest = option;
            least = part;
        }
        if (nearest != kNone && amount > kDust) shares_.emplace_back(1 - least, nearest);
    }
}

// The option with the largest share, and others with nearly as much.
bool LinearDive::choose_most() {
    const double least = static_cast<double>(tuning::cost_dive_share) / 100;
    list_shares();
    if (shares_.empty()) return false;
    const auto order = [](const auto& each) { return std::pair(-each.first, each.second); };
    const Index most = std::ranges::min(shares_, {}, order).second;
    whole_.clear();
    for (const auto& [share, option] : shares_)
        if (share >= least) whole_.push_back(option);
    path_.push_back({most, state_.mark()});
    if (!state_.choose(most) || !state_.propagate()) return false;
    std::ranges::sort(whole_);
    for (const Index option : whole_) {
        if (!state_.is_open(option)) continue;
        const auto mark = state_.mark();
        if (!state_.choose(option) || !state_.propagate()) state_.restore(mark);
    }
    return true;
}

// Without the last option that was chosen.
bool LinearDive::go_back() {
    while (!path_.empty()) {
        const Step step = path_.back();
        path_.pop_back();
        state_.restore(step.mark);
        if (state_.rule_out(step.option) && state_.propagate()) return true;
    }
    return false;
}

bool LinearDive::is_solution() const {
    for (Index item = 0; item < model_.items(); ++item)
        if (state_.need(item) > 0) return false;
    return state_.overdrawn() == kNone;
}

Neighbourhood::Neighbourhood(const CostModel& model, unsigned number)
    : tree_(std::make_unique<BoundedTree>(model)), random_(number), freed_(tuning::cost_freed) {}

void Neighbourhood::renew(const CostModel& model) {
    tree_ = std::make_unique<BoundedTree>(model);
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

// Keeps all options of the best solution except a few, chosen at random; where solutions are greedy covers, every other
// time among those that by their reduced costs the solution needs least.
void Neighbourhood::begin(std::span<const Index> best, Cost best_cost, std::span<const Cost> prices) {
    kept_.assign(best.begin(), best.end());
    tree_->set_prices(prices);
    std::size_t among = kept_.size();
    if (tree_->is_greedy() && ++tries_ % 2 == 0) {
        tree_->find_reduced();
        std::ranges::sort(kept_, {}, [&](Index option) { return std::pair(tree_->reduced(option), option); });
        among = 2 * freed_;
    }
    for (std::size_t k = 0; k < freed_ && !kept_.empty(); ++k) {
        const std::size_t last = kept_.size() - 1;
        std::swap(kept_[last - random_.next() % std::min(among, kept_.size())], kept_.back());
        kept_.pop_back();
    }
    tree_->begin(best_cost - 1, kept_, tuning::cost_try_steps);
    try_ends_ = tree_->work() + tuning::cost_try_work;
    in_try_ = true;
}

LinearBound linear_bound(const Problem& problem, std::span<const Cost> costs, std::span<const LinearConstraint> rows,
                         double seconds) {
    const CostModel model(problem, costs, rows);
    LinearProgram program(model);
    const PropagationState state(model);
    if (!state.is_possible()) return {LinearProgram::Status::impossible, 0, {}, {}};
    program.restrict_to(state);
    program.loosen();
    const auto ends = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    auto status = program.status();
    while (status == LinearProgram::Status::running && std::chrono::steady_clock::now() < ends)
        status = program.run(tuning::cost_turn);
    if (status != LinearProgram::Status::optimal) return {status, 0, {}, {}};
    const std::vector<double> prices = program.prices();
    const std::span<const double> of_items = std::span<const double>(prices).subspan(model.rows());
    std::vector<double> rates(prices.begin(), prices.begin() + static_cast<std::ptrdiff_t>(rows.size()));
    for (double& rate : rates) rate *= model.unit();
    return {status, model.known(program.value()), model.known_prices(of_items, costs), std::move(rates)};
}

}  // namespace excover::cost
