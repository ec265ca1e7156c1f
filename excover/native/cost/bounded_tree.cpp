#include "cost/bounded_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "core/engine.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable cost_ambition, cost_least_pace, cost_node_steps, cost_shorter, cost_vain_steps;
}

namespace excover::cost {

namespace {

constexpr double kBeyond = 1 - 1e-3;  // a program of this much more than the limit leads to no solution

double percent(const Tunable& constant) { return static_cast<double>(std::uint64_t{constant}) / 100; }

constexpr Cost kLeast = std::numeric_limits<Cost>::min();

}  // namespace

BoundedTree::BoundedTree(const CostModel& model)
    : model_(model),
      is_greedy_(suits_greed()),
      state_(model),
      lagrangian_(model),
      root_(state_.mark()),
      ways_(model.items()) {}

void BoundedTree::begin(Cost limit, std::span<const Index> kept, std::uint64_t root_steps) {
    forget();
    share_ = 1;
    finished_ = 0;
    limit_ = limit;
    least_ = model_.least();
    best_bound_ = kLeast;
    pace_ = 1;
    lagrangian_.rest();
    root_steps_ = root_steps;
    vain_steps_ = 0;
    bool possible = state_.is_possible();
    for (const Index option : kept) possible = possible && state_.is_open(option) && state_.choose(option);
    state_.tighten_all();
    phase_ = possible && state_.propagate() ? Phase::root : Phase::done;
}

void BoundedTree::forget() {
    levels_.clear();
    stolen_ = 0;
    state_.restore(root_);
}

std::size_t BoundedTree::open_to_steal() const {
    return is_done() || levels_.size() <= stolen_ ? 0 : model_.options() - levels_[stolen_].mark.closed;
}

BoundedTree::Part BoundedTree::split() {
    EXCOVER_CHECK(open_to_steal() > 0);
    const Level& level = levels_[stolen_];
    const auto prices = lagrangian_.prices();
    const auto chosen = state_.chosen().first(level.mark.chosen), closed = state_.closed(level.mark),
               required = state_.required().first(level.mark.required);
    Part part{{chosen.begin(), chosen.end()},
              {closed.begin(), closed.end()},
              {required.begin(), required.end()},
              {prices.begin(), prices.end()}};
    // What the other side of the branch is without: for items, some of their options.
    if (level.branch.is_option()) {
        (level.together ? part.closed : part.chosen).push_back(level.branch.first);
    } else {
        part.other = level.branch;
        part.together = !level.together;
    }
    part.share = level.share;
    ++stolen_;
    return part;
}

void BoundedTree::enter_part(const Part& part, Cost limit) {
    forget();
    share_ = part.share;
    limit_ = limit;
    lagrangian_.set_prices(part.prices);
    bool possible = true;
    for (const Index option : part.chosen) possible = possible && state_.is_open(option) && state_.choose(option);
    for (const Index option : part.closed) possible = possible && (!state_.is_open(option) || state_.rule_out(option));
    for (const Index item : part.required) possible = possible && state_.require(item);
    state_.tighten_all();
    possible = possible && (part.other.first == kNone || part.other.take(model_, state_, part.together));
    phase_ = possible ? Phase::enter : Phase::done;
}

BoundedTree::Pause BoundedTree::run(std::uint64_t work, std::uint64_t nodes) {
    const std::uint64_t last = this->work() + work, last_node = saturated_sum(nodes_, nodes);
    while (phase_ != Phase::done) {
        if (this->work() >= last || nodes_ >= last_node) return Pause::work;
        switch (phase_) {
            case Phase::root:
                subgradient_step();
                break;
            case Phase::greedy:
                if (cover_greedily()) return Pause::found;
                break;
            case Phase::enter:
                if (enter()) return Pause::found;
                break;
            case Phase::back:
                back();
                break;
            case Phase::done:
                break;
        }
    }
    return Pause::exhausted;
}

// The cost, in parts, at which steps aim: just beyond the limit, or nearer.
double BoundedTree::target(Cost bound) const {
    const double parts = static_cast<double>(lagrangian_.parts()), here = static_cast<double>(bound);
    const double beyond = (static_cast<double>(limit_) + 1) * parts;
    return std::min(beyond, here + std::max(percent(tuning::cost_ambition) * std::abs(here), parts));
}

// One subgradient step at the root.
void BoundedTree::subgradient_step() {
    const Cost bound = lagrangian_.bound(state_);
    note_bound(bound);
    if (is_hopeless(bound) || !decide(bound)) {
        phase_ = Phase::done;
        return;
    }
    const double length = pace_ * (target(best_bound_) - static_cast<double>(bound)) / lagrangian_.slope();
    if (--root_steps_ == 0 || pace_ < percent(tuning::cost_least_pace) || lagrangian_.slope() == 0 ||
        !lagrangian_.step(state_, length))
        leave_root();
}

void BoundedTree::note_bound(Cost bound) {
    if (bound > best_bound_) {
        best_bound_ = bound;
        const auto prices = lagrangian_.prices();
        best_prices_.assign(prices.begin(), prices.end());
        const Cost parts = lagrangian_.parts();
        least_ = std::max(least_, bound / parts + (bound % parts > 0 ? 1 : 0));
        vain_steps_ = 0;
    } else if (++vain_steps_ >= tuning::cost_vain_steps) {
        vain_steps_ = 0;
        pace_ *= percent(tuning::cost_shorter);
        lagrangian_.set_prices(best_prices_);
        lagrangian_.rest();
    }
}

void BoundedTree::leave_root() {
    shares_.assign(model_.options(), 0.0);
    for (const Index option : state_.open()) shares_[option] = lagrangian_.reduced(option) < 0 ? 1 : 0;
    lagrangian_.set_prices(best_prices_);
    phase_ = is_greedy_ ? Phase::greedy : Phase::enter;
}

bool BoundedTree::suits_greed() const {
    Index optional = 0, limited = model_.rows();
    for (Index item = 0; item < model_.items(); ++item) limited += model_.upper(item) < model_.options_of(item).size();
    if (limited == 0) return true;
    const auto may_stay_open = [&](Index item) { return model_.lower(item) == 0; };
    for (Index option = 0; option < model_.options(); ++option)
        optional += std::ranges::all_of(model_.covered(option), may_stay_open);
    return optional > 0 && optional >= model_.options() - optional;
}

// A solution by the prices of the root, which is then as it was; false if none within the limit comes of them.
bool BoundedTree::cover_greedily() {
    phase_ = Phase::enter;
    lagrangian_.bound(state_);
    const auto root = state_.mark();
    const bool found = add_by_reduced_cost() && is_covered() && note_found();
    state_.restore(root);
    return found;
}

// Chooses every option that fits what is chosen already and is of use; false if that is a dead end.
bool BoundedTree::add_by_reduced_cost() {
    order_.assign(state_.open().begin(), state_.open().end());
    std::ranges::sort(order_, {}, [&](Index option) { return std::pair(lagrangian_.reduced(option), option); });
    greedy_work_ += order_.size() * std::bit_width(order_.size());
    for (const Index option : order_) {
        if (!state_.is_open(option) || !is_of_use(option)) continue;
        const auto before = state_.mark();
        if (state_.choose(option) && state_.propagate()) continue;
        state_.restore(before);
        if (!state_.rule_out(option) || !state_.propagate()) return false;
    }
    return true;
}

// Whether a solution gets nearer, or cheaper.
bool BoundedTree::is_of_use(Index option) const {
    const auto needs = [&](Index item) { return state_.need(item) > 0; };
    const auto relieves = [&](const CostModel::Share& share) { return share.weight < 0 && state_.left(share.row) < 0; };
    return model_.cost(option) < 0 || std::ranges::any_of(model_.covered(option), needs) ||
           std::ranges::any_of(model_.shares(option), relieves);
}

bool BoundedTree::is_covered() const {
    for (Index item = 0; item < model_.items(); ++item)
        if (state_.need(item) > 0) return false;
    return state_.overdrawn() == kNone;
}

bool BoundedTree::note_found() {
    if (state_.spent() > limit_) return false;
    found_.assign(state_.chosen().begin(), state_.chosen().end());
    found_cost_ = state_.spent();
    return true;
}

// A node; true if it is a solution.
bool BoundedTree::enter() {
    ++nodes_;
    phase_ = Phase::back;
    if (!state_.propagate() || !raise_bound()) return false;
    depth_ = std::max<std::uint64_t>(depth_, state_.chosen().size());
    return program_ ? enter_by_program() : enter_by_option();
}

bool BoundedTree::enter_by_option() {
    const Index option = pick();
    if (option == kNone) return note_found();
    push({option}, true);
    return false;
}

// The same by the linear program, again as long as that fixes what it takes. Where it is not solved, by its prices
// alone: a pair then need not divide anything.
bool BoundedTree::enter_by_program() {
    std::size_t open = 0;
    do {
        open = state_.open().size();
        if (!solve_program()) return false;
    } while (state_.open().size() < open && program_->is_outdated(state_));
    const bool is_solved = program_->is_solved() && !program_->is_outdated(state_);
    if (is_solved && note_whole()) {
        phase_ = Phase::enter;  // again, for a solution that is better still
        return true;
    }
    const auto way = is_solved ? program_->pick(state_, static_cast<double>(limit_) + kBeyond) : std::nullopt;
    if (!way) return enter_by_option();
    push(way->branch, way->together);
    return false;
}

// What the program takes, if that is a solution.
bool BoundedTree::note_whole() {
    const auto whole = program_->whole(state_);
    if (!whole) return false;
    const auto before = state_.mark();
    const auto choose = [&](Index option) { return state_.is_open(option) && state_.choose(option); };
    const bool found = std::ranges::all_of(*whole, choose) && is_covered() && note_found();
    state_.restore(before);
    return found;
}

void BoundedTree::push(const Branch& branch, bool together) {
    share_ /= 2;
    levels_.push_back({branch, together, state_.mark(), share_});
    if (branch.take(model_, state_, together)) phase_ = Phase::enter;
}

// The other side of the innermost node, mostly without its option.
void BoundedTree::back() {
    finished_ += share_;
    if (levels_.size() <= stolen_) {
        phase_ = Phase::done;
        return;
    }
    const Level level = levels_.back();
    share_ = level.share;
    levels_.pop_back();
    state_.restore(level.mark);
    if (level.branch.take(model_, state_, !level.together)) phase_ = Phase::enter;
}

// Some subgradient steps, with reduced cost fixing; false if the node has no solution within the limit.
bool BoundedTree::raise_bound() {
    lagrangian_.rest();
    const std::uint64_t most = program_ ? 0 : std::uint64_t{tuning::cost_node_steps};
    for (std::uint64_t step = 0;; ++step) {
        const Cost bound = lagrangian_.bound(state_);
        if (is_hopeless(bound) || !decide(bound)) return false;
        if (step >= most || lagrangian_.slope() == 0) return true;
        const double length = (target(bound) - static_cast<double>(bound)) / lagrangian_.slope();
        if (!lagrangian_.step(state_, length)) return true;
    }
}

// The prices of the linear program of a node; false if it has no solution within the limit.
bool BoundedTree::solve_program() {
    const LinearProgram& program = program_->solve(state_, static_cast<double>(limit_) + kBeyond);
    const std::vector<Cost> before(lagrangian_.prices().begin(), lagrangian_.prices().end());
    const Cost old = lagrangian_.bound(state_);
    lagrangian_.begin_with(program.prices());
    Cost bound = lagrangian_.bound(state_);
    if (bound < old) {
        lagrangian_.set_prices(before);
        bound = lagrangian_.bound(state_);
    }
    return !is_hopeless(bound) && decide(bound);
}

// Reduced cost fixing; false if that leaves no solution.
bool BoundedTree::decide(Cost bound) {
    room_ = lagrangian_.room(limit_, bound);
    return lagrangian_.fix(state_, room_);
}

// How open an option is, from 0, where its reduced cost nearly rules it out, to 1.
double BoundedTree::openness(Index option) const {
    const double beyond = std::max(0.0, static_cast<double>(lagrangian_.reduced(option)));
    const double part = 1 - beyond / (static_cast<double>(room_) + 1);
    return part * part;
}

// The item that has the least open options for what it needs; kNone if no item needs any.
Index BoundedTree::tightest() {
    std::ranges::fill(ways_, 0.0);
    for (const Index option : state_.open()) {
        const double ways = openness(option);
        for (const Index item : model_.covered(option)) ways_[item] += ways;
    }
    Index best = kNone;
    double least = 0;
    for (Index item = 0; item < model_.items(); ++item) {
        const Index need = state_.need(item);
        if (need == 0 || (best != kNone && ways_[item] / need >= least)) continue;
        best = item;
        least = ways_[item] / need;
    }
    return best;
}

// The option to branch on; kNone if what is chosen is a solution, and no better one has more options.
Index BoundedTree::pick() {
    const Index item = tightest();
    if (item != kNone) return most_open(model_.options_of(item));
    if (const Index row = state_.overdrawn(); row != kNone) return most_open_to_relieve(row);
    const auto open = state_.open();
    const auto saves = [&](Index option) { return model_.cost(option) < 0; };
    if (std::ranges::none_of(open, saves)) return kNone;
    return most_open(open);
}

// Of the options of negative weight: one of them is needed.
Index BoundedTree::most_open_to_relieve(Index row) const {
    std::vector<Index> options;
    for (const auto& [option, weight] : model_.weighed(row))
        if (weight < 0) options.push_back(option);
    return most_open(options);
}

Index BoundedTree::most_open(std::span<const Index> options) const {
    Index best = kNone;
    for (const Index option : options)
        if (state_.is_open(option) && (best == kNone || lagrangian_.reduced(option) < lagrangian_.reduced(best)))
            best = option;
    return best;
}

}  // namespace excover::cost
