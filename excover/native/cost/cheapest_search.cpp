#include "cost/cheapest_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/tuning.hpp"
#include "cost/cost_model.hpp"

namespace excover::tuning {
extern Tunable cost_alone, cost_dive_work, cost_first_steps, cost_first_work, cost_head_start, cost_node_patience,
    cost_node_program, cost_node_start, cost_odd_gain, cost_odd_nodes, cost_odd_rounds, cost_odd_sets,
    cost_program_gain, cost_program_gap, cost_program_start, cost_round_steps, cost_strides, cost_team_turn, cost_turn,
    cost_vain_tries;
}

namespace excover::cost {

namespace {

constexpr std::uint64_t kLeastSteps = 20, kFewSteps = 300;
constexpr std::uint64_t kTurnsOfPrograms = 10;  // a node with a program may take more than a turn of a team

}  // namespace

CheapestSearch::Worker::Worker(const CostModel& model, unsigned number)
    : proof(std::make_unique<BoundedTree>(model)), neighbourhood(model, number) {}

CheapestSearch::CheapestSearch(const Problem& problem, std::span<const Cost> costs, double gap,
                               std::span<const LinearConstraint> rows, unsigned threads)
    : model_(problem, costs, rows),
      gap_(gap),
      threads_(threads),
      two_sides_(TwoSides::of(model_)),
      head_start_(tuning::cost_head_start * (model_.entries() + model_.row_entries() + model_.options())),
      wanted_(model_.total()),
      least_(model_.least()),
      first_rows_(model_.rows()) {
    workers_.push_back(std::make_unique<Worker>(model_, 0));
    root().begin(model_.total(), {}, first_steps());
    in_round_ = true;
}

Stop CheapestSearch::run(const Allowance& allowance, std::uint64_t most_work) {
    const std::uint64_t last_solution = saturated_sum(solutions_, allowance.solutions);
    const std::uint64_t last_node = saturated_sum(nodes(), allowance.nodes);
    const std::uint64_t last_work = saturated_sum(work(), most_work);
    Watch watch(allowance.seconds, tuning::cost_turn);
    Team team(threads_);
    while (!is_done()) {
        if (solutions_ >= last_solution) return Stop::solutions;
        if (nodes() >= last_node || work() >= last_work) return Stop::nodes;
        if (watch.is_over(work())) return Stop::time;
        if (two_sides_)
            circulate();
        else
            turn(team, last_node - nodes());
    }
    return Stop::exhausted;
}

void CheapestSearch::Effort::add(const BoundedTree& tree) {
    nodes += tree.nodes();
    updates += tree.updates();
    depth = std::max(depth, tree.depth());
    work += tree.work();
}

CheapestSearch::Effort CheapestSearch::effort() const {
    Effort all = past_;
    for (const auto& worker : workers_) {
        all.add(*worker->proof);
        all.add(worker->neighbourhood.tree());
    }
    return all;
}

std::uint64_t CheapestSearch::proof_work() const {
    std::uint64_t work = program_work_;
    for (const auto& worker : workers_) work += worker->proof->work();
    return work;
}

std::uint64_t CheapestSearch::neighbourhood_work() const {
    std::uint64_t work = 0;
    for (const auto& worker : workers_) work += worker->neighbourhood.tree().work();
    return work;
}

// The proof begins with the prices of the circulation.
void CheapestSearch::circulate() {
    const std::uint64_t before = two_sides_->work();
    const bool is_over = !two_sides_->step();
    past_.work += two_sides_->work() - before;
    if (!is_over) return;
    root().begin_with(two_sides_->prices());
    if (const auto chosen = two_sides_->chosen()) take(*chosen, cost_of(*chosen));
    two_sides_.reset();
}

// The linear program of the root has the best prices there are.
void CheapestSearch::solve_program() {
    const std::uint64_t before = program_->work();
    const auto status = program_->run(tuning::cost_turn);
    note_program_work(program_->work() - before, 0);
    if (status != LinearProgram::Status::running) note_program();
}

// Its bound is that of its prices, in whole numbers. Where that is hardly better than by the ascent, the prices of the
// ascent are kept: they are not at a corner of those that are best, and their reduced costs fix more. As long as no
// solution is known, nobody knows how wide the gap is, and whatever raises the bound stays.
void CheapestSearch::note_program() {
    solves_program_ = false;
    const bool is_first = !has_dived_;
    const double before = static_cast<double>(is_first ? unsolved_bound_ : least_);
    const double open = has_best_ ? static_cast<double>(most_wanted()) - before : 0.0;
    least_ = std::max(least_, bound_of(program_->prices()));
    const double gain = static_cast<double>(least_) - before;
    if (is_first && round_rows()) return;
    has_dived_ = true;
    if (program_->status() == LinearProgram::Status::optimal && is_first)
        dive_ = std::make_unique<LinearDive>(model_, *program_, tuning::cost_dive_work * program_->work());
    if (is_first && rounding_rounds_ == 0 && !has_wide_gap() &&
        gain * 100 <= open * static_cast<double>(tuning::cost_program_gain)) {
        if (!dive_) program_.reset();
        return;
    }
    if (is_first) odd_rounds_ = 0;  // again, by what it takes
    shares_ = program_shares();
    root().begin_with(program_->prices());
    stride_ = 0;
    begin_ascent(most_wanted());
}

Cost CheapestSearch::bound_of(std::span<const double> prices) const {
    PropagationState state(model_);
    Lagrangian lagrangian(model_);
    lagrangian.begin_with(prices);
    const Cost bound = lagrangian.bound(state), parts = lagrangian.parts();
    return bound / parts + (bound % parts > 0 ? 1 : 0);
}

std::vector<double> CheapestSearch::program_shares() const {
    std::vector<double> shares;
    for (Index option = 0; option < model_.options(); ++option) shares.push_back(program_->share(option));
    return shares;
}

// What a dive finds narrows the gap, so that the prices rule out more, and the next dive is another one.
void CheapestSearch::dive() {
    const std::uint64_t before = dive_->work(), nodes = dive_->nodes();
    const auto pause = dive_->run(most_wanted(), tuning::cost_turn);
    note_program_work(dive_->work() - before, dive_->nodes() - nodes);
    if (pause == LinearDive::Pause::work) return;
    const bool is_found = pause == LinearDive::Pause::found;
    if (is_found) take(dive_->chosen(), dive_->cost());
    dive_ = is_found && !is_done() ? std::make_unique<LinearDive>(model_, *program_, dive_->left()) : nullptr;
    if (!dive_ && shares_.empty()) program_.reset();  // whose prices were not taken
}

void CheapestSearch::note_program_work(std::uint64_t work, std::uint64_t nodes) {
    past_.work += work;
    past_.nodes += nodes;
    program_work_ += work;
}

// From now on, the linear program of the root is solved, and then an ascent begins with its prices.
void CheapestSearch::begin_program(bool is_resumed) {
    if (!is_resumed) program_ = std::make_unique<LinearProgram>(model_);
    is_resumed_ = is_resumed;
    PropagationState state(model_);
    state.tighten_all();
    if (state.is_possible()) state.propagate();
    program_->restrict_to(state);
    solves_program_ = true;
}

// By the linear program, if there is one.
void CheapestSearch::raise_root() {
    if (program_)
        begin_program(true);
    else
        begin_ascent(most_wanted());
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
    if (!has_best_ || best_cost_ > wanted_) return wanted_;
    const double known = static_cast<double>(model_.known(best_cost_));
    const double allowed = std::floor(gap_ * std::abs(known));
    if (!(allowed >= 1)) return best_cost_ - 1;
    if (allowed >= 0x1p62) return -model_.total() - 1;  // any solution is close enough
    return std::min(best_cost_ - 1, model_.own(model_.known(best_cost_) - static_cast<Cost>(allowed) - 1));
}

// Steps of the first ascent, which is short where a step is much work: the linear program follows.
std::uint64_t CheapestSearch::first_steps() const {
    const std::uint64_t pass = model_.entries() + model_.row_entries() + model_.options();
    const std::uint64_t steps = std::max<std::uint64_t>(tuning::cost_first_work / (pass + 1), kLeastSteps);
    return std::min<std::uint64_t>(steps, tuning::cost_first_steps);
}

// After the first ascent: at once where that was cut short, or has left a wide gap, and otherwise where the tree takes
// several times its work.
bool CheapestSearch::wants_program() const {
    if (program_ || has_dived_ || only_ascent_) return false;
    return first_steps() < kFewSteps || has_wide_gap() ||
           proof_work() >= ascent_work_ + ascent_work_ * tuning::cost_program_start / 100;
}

bool CheapestSearch::has_wide_gap() const {
    const double gap = static_cast<double>(most_wanted()) - static_cast<double>(least_);
    const double cost = std::abs(static_cast<double>(best_cost_));
    return has_best_ && gap > cost * static_cast<double>(tuning::cost_program_gap) / 100;
}

// A turn of the linear program or of the dive along it, if it is theirs.
bool CheapestSearch::seeks_by_program() {
    if (wants_program()) {
        unsolved_bound_ = least_;
        begin_program(false);
    }
    if (only_ascent_) return false;
    if (solves_program_)
        solve_program();
    else if (dive_)
        dive();
    else
        return false;
    return true;
}

// A turn of the proof, or of the neighbourhood.
void CheapestSearch::turn(Team& team, std::uint64_t nodes) {
    const bool proves = !has_best_ || head_start_ + tries_ >= proof_work();
    if (proves && seeks_by_program()) return;
    if (proves && (!in_round_ || wants_odd_sets() || wants_node_programs())) begin_round();
    call_workers();
    if (proves) share_proof();
    for (const auto& worker : workers_) worker->proves = proves && (is_alone() || !worker->proof->is_done());
    const std::uint64_t before = neighbourhood_work();
    const bool was_at_root = root().is_at_root();
    prices_.assign(root().prices().begin(), root().prices().end());
    team.each(static_cast<unsigned>(workers_.size()), is_alone(), [&](unsigned k) { work_on(*workers_[k], nodes); });
    note_found();
    tries_ += (neighbourhood_work() - before) * (is_in_vain() ? std::uint64_t{tuning::cost_vain_tries} : 1);
    if (proves) note_proof(was_at_root);
}

// Whether the last quarter of the tries, and more than the head start, has brought nothing.
bool CheapestSearch::is_in_vain() const {
    const std::uint64_t work = neighbourhood_work(), since = work - std::min(work, found_at_);
    return since > std::max(work / 4, head_start_);
}

void CheapestSearch::call_workers() {
    if (!is_alone() || work() < tuning::cost_alone) return;
    while (workers_.size() < threads_)
        workers_.push_back(std::make_unique<Worker>(model_, static_cast<unsigned>(workers_.size())));
}

// A worker without a part gets the largest that another one can give; all hear of the best solution.
void CheapestSearch::share_proof() {
    if (most_wanted() < root().limit())
        for (const auto& worker : workers_) worker->proof->lower_limit(most_wanted());
    for (const auto& worker : workers_) {
        if (!worker->proof->is_done()) continue;
        const auto to_steal = [](const auto& other) { return other->proof->open_to_steal(); };
        BoundedTree& donor = *(*std::ranges::max_element(workers_, {}, to_steal))->proof;
        if (donor.open_to_steal() == 0) return;
        worker->proof->enter_part(donor.split(), root().limit());
    }
}

// What is left of a turn when a part of the proof is done is for the neighbourhood.
void CheapestSearch::work_on(Worker& worker, std::uint64_t nodes) const {
    const std::uint64_t team_turn = tuning::cost_team_turn * (worker.proof->has_program() ? kTurnsOfPrograms : 1);
    const std::uint64_t turn = is_alone() ? std::uint64_t{tuning::cost_turn} : team_turn;
    const std::uint64_t last = worker.work() + turn;
    worker.proof_found = worker.neighbourhood_found = false;
    if (worker.proves) {
        const auto pause = worker.proof->run(turn, nodes);
        worker.proof_found = pause == BoundedTree::Pause::found;
        if (is_alone() || pause != BoundedTree::Pause::exhausted) return;
    }
    while (has_best_ && !worker.neighbourhood_found && worker.work() < last) {
        const std::uint64_t before = worker.work();
        worker.neighbourhood_found = worker.neighbourhood.run(best_, best_cost_, prices_, last - before, nodes);
        if (is_alone() || worker.work() == before) return;
    }
}

void CheapestSearch::note_found() {
    for (const auto& worker : workers_) {
        const BoundedTree& other = worker->neighbourhood.tree();
        if (worker->proof_found) take(worker->proof->chosen(), worker->proof->cost());
        if (worker->neighbourhood_found) take(other.chosen(), other.cost());
    }
}

// What a turn of the proof has shown: the bound of the root, or that no part has a solution within the limit.
void CheapestSearch::note_proof(bool was_at_root) {
    if (was_at_root) least_ = std::max(least_, std::min(root().least(), root().limit() + 1));
    if (std::ranges::all_of(workers_, [](const auto& worker) { return worker->proof->is_done(); })) {
        least_ = std::max(least_, root().limit() + 1);
        in_round_ = only_ascent_ = false;
    }
    if (only_ascent_ && !root().is_at_root()) {
        in_round_ = only_ascent_ = false;
        if (ascent_work_ == 0) ascent_work_ = proof_work();
        if (seeks_odd_sets_) add_odd_sets();
    }
}

bool CheapestSearch::wants_odd_sets() const {
    const auto nodes = [](std::uint64_t sum, const auto& worker) { return sum + worker->proof->nodes(); };
    return odd_rounds_ == 0 && !dive_ && !solves_program_ && !only_ascent_ &&
           std::accumulate(workers_.begin(), workers_.end(), std::uint64_t{0}, nodes) >= tuning::cost_odd_nodes;
}

// The first worker begins it; parts of a tree before are left.
void CheapestSearch::begin_tree(Cost limit) {
    for (const auto& worker : workers_) worker->proof->leave();
    round_began_ = proof_work();
    round_ends_ = 0;
    root().begin(limit, {}, tuning::cost_round_steps);
}

void CheapestSearch::begin_ascent(Cost limit) {
    begin_tree(limit);
    in_round_ = only_ascent_ = true;
}

// New trees, after a change of the model.
void CheapestSearch::make_trees() {
    past_ = effort();
    for (const auto& worker : workers_) {
        worker->proof = std::make_unique<BoundedTree>(model_);
        worker->neighbourhood.renew(model_);
    }
}

// Once the proof has taken far more than their work, unless the tree without them is nearly done. Amounts cost the
// same together as in parts, so that only programs divide them well.
bool CheapestSearch::wants_node_programs() {
    return has_dived_ && !solves_program_ && !dive_ && !only_ascent_ && !root().has_program() &&
           proof_work() > (model_.amounts().items() > 0 ? std::uint64_t{0} : tuning::cost_node_start) +
                              tuning::cost_node_program * program_work_ &&
           !(in_round_ && is_nearly_done());
}

// Judged once by the finished part of the tree (D. E. Knuth, "Estimating the efficiency of backtrack programs",
// Mathematics of Computation 29 (1975) 121-136), and no longer than that turns out to be right.
bool CheapestSearch::is_nearly_done() {
    if (round_ends_ == 0) {
        double finished = 0;
        for (const auto& worker : workers_) finished += worker->proof->finished();
        const double work = static_cast<double>(proof_work()), since = work - static_cast<double>(round_began_);
        const double patience = static_cast<double>(tuning::cost_node_patience) / 100;
        const double left = std::max(0.0, since * (1 - finished));  // in parts of what is finished
        round_ends_ = 1;
        if (left < patience * work * finished)
            round_ends_ = static_cast<std::uint64_t>(work + patience * left / finished) + 1;
    }
    return proof_work() < round_ends_;
}

void CheapestSearch::begin_round() {
    const Cost most = most_wanted();
    if (wants_odd_sets()) {
        begin_odd_sets();
        return;
    }
    const bool uses_programs = wants_node_programs();
    if (in_round_) stride_ /= 2;  // again, with linear programs
    const Cost beyond = has_best_ ? most - least_ : std::abs(least_) / 4 + 1;
    const Cost limit = least_ + std::min(most - least_, stride_ == 0 ? 0 : stride_);
    stride_ = stride_ == 0 ? std::max<Cost>(1, beyond / static_cast<Cost>(tuning::cost_strides))
                           : 2 * std::min(stride_, model_.total() + 1);
    begin_tree(limit);
    if (uses_programs)
        for (const auto& worker : workers_) worker->proof->use_program(program_.get());
    in_round_ = true;
}

void CheapestSearch::take(std::span<const Index> chosen, Cost cost, bool is_new) {
    if (has_best_ && cost >= best_cost_) return;
    is_new = is_new && cost <= wanted_;
    if (is_new) covers_.add(model_.original(chosen));
    best_.assign(chosen.begin(), chosen.end());
    best_cost_ = cost;
    has_best_ = true;
    solutions_ += is_new;
    found_at_ = neighbourhood_work();
}

}  // namespace excover::cost
