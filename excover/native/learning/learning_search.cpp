#include "learning/learning_search.hpp"

#include <algorithm>
#include <functional>
#include <new>
#include <span>
#include <utility>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable learning_clauses, learning_kept_levels, learning_more_clauses, learning_node_work, learning_restart,
    learning_watch;
}

namespace excover::learning {

namespace {

// Of an option: its literal is in the clause that is being learnt, or follows from it; or it is known not to.
constexpr std::uint8_t kIn = 1, kOut = 2;

constexpr int kDeepest = 500;

// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..; from 1 on.
std::uint64_t luby(std::uint64_t n) {
    std::uint64_t power = 1;
    while (2 * power - 1 < n) power *= 2;
    return 2 * power - 1 == n ? power : luby(n - (power - 1));
}

}  // namespace

LearningSearch::LearningSearch(const Problem& problem, std::uint64_t memory, bool keep_covers,
                               std::shared_ptr<const rules::LinearConstraints> rows,
                               std::shared_ptr<const rules::GlobalConstraints> global_constraints, bool is_logged)
    : options_(problem.options()),
      log_(is_logged ? std::make_unique<ClauseLog>(problem.options(), problem.items(), rows ? rows->size() : 0,
                                                   global_constraints ? global_constraints->graphs().size() : 0)
                     : nullptr),
      counted_(with_counts(with_marks(with_channeling(problem, log_.get()), global_constraints, log_.get()),
                           is_logged ? 0 : memory / 4)),
      problem_(counted_.problem),
      is_constrained_(rows || global_constraints),
      assignment_(problem_, problem.items(), counted_.is_counted),
      clauses_(problem_.options(), memory),
      rows_(rows),
      groups_(rows),
      connectivity_(problem_, counted_.global_constraints, is_logged),
      cuts_(problem_, rows, counted_.global_constraints),
      decisions_(problem_, is_constrained_),
      keep_covers_(keep_covers),
      may_nest_(problem.may_nest()),
      is_seen_(problem_.options(), 0),
      marks_(is_logged ? problem_.options() : 0, 0),
      limit_(tuning::learning_restart),
      most_clauses_(tuning::learning_clauses) {
    clauses_.log_to(log_.get());
    if (log_) log_->derive_lemmas(problem_);
    if (!start()) end(conflict_hints_);
    if (is_over_) return;
    for (const Clause& clause : counted_.clauses)
        if (!is_over_) hold(clause);
    cuts_.each_known([&](ConstraintCuts::Cut cut) {
        if (is_over_ || !clauses_.has_room(cut.clause.size())) return;
        const ClauseLog::Number number = log_ ? log_cut(cut) : 0;
        hold(std::move(cut.clause), number);
    });
}

// What follows from the items and the rows alone; false if that is a contradiction.
bool LearningSearch::start() {
    Index row = 0;
    if (!assignment_.start()) {
        if (log_) log_broken_item();
        return false;
    }
    const bool holds = rows_.start(assignment_, row);
    if (holds && groups_.start(assignment_, row)) return true;
    if (log_) log_broken_sum(row, holds);
    return false;
}

Stop LearningSearch::run(const Allowance& allowance) {
    const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
    const std::uint64_t last_solution = saturated_sum(solutions_, allowance.solutions);
    Watch watch(allowance.seconds, tuning::learning_watch);
    while (!is_over_) {
        if (solutions_ >= last_solution) return Stop::solutions;
        if (nodes_ >= last_node) return Stop::nodes;
        if (watch.is_over(updates() + tuning::learning_node_work * nodes_)) return Stop::time;
        step();
    }
    return Stop::exhausted;
}

// One failure, or one decision.
void LearningSearch::step() {
    if (!propagate()) {
        ++nodes_;
        back_to_conflict();
        if (assignment_.level() == 0)
            end(conflict_hints_);
        else
            learn();
    } else if (failures_ >= limit_) {
        begin_anew();
    } else {
        decide();
    }
}

// What is connected, or one loop, is looked at when there is nothing else to follow.
bool LearningSearch::propagate() {
    do {
        if (!propagate_pending()) return false;
        if (!connectivity_.narrow(assignment_, updates() - connectivity_.updates(), conflict_)) {
            if (log_) log_broken_rule();
            return false;
        }
    } while (assignment_.has_pending());
    return true;
}

// A contradiction that was seen late, back where it began.
void LearningSearch::back_to_conflict() {
    std::size_t last = 0;
    for (const Literal literal : conflict_) last = std::max(last, assignment_.level(option_of(literal)));
    if (last < assignment_.level()) go_back(last);
}

bool LearningSearch::propagate_pending() {
    while (assignment_.has_pending()) {
        Literal literal;
        if (!spread(literal)) return false;
        std::uint32_t broken;
        if (!clauses_.propagate(assignment_, literal, broken)) {
            const auto literals = clauses_.literals(broken);
            conflict_.assign(literals.begin(), literals.end());
            if (log_) log_conflict(log_->number(broken), false);
            return false;
        }
    }
    return true;
}

// Draws the consequences of the next literal by the items and the rows.
bool LearningSearch::spread(Literal& literal) {
    if (!assignment_.spread(literal)) {
        conflict_ = assignment_.conflict();
        decisions_.blame_item(assignment_.conflict_item());
        if (log_) log_broken_item();
        return false;
    }
    ++rows_head_;
    if (!is_constrained_ || option_of(literal) >= counted_.options) return true;
    connectivity_.spread(literal);
    if (option_of(literal) >= options_) return true;
    Index row, other;
    const bool holds = rows_.spread(assignment_, literal, row);
    const bool is_within = groups_.spread(assignment_, literal, other);  // both: both are taken back
    if (!holds)
        rows_.explain_row(assignment_, row, conflict_);
    else if (!is_within)
        groups_.explain_row(assignment_, other, conflict_);
    if (log_ && !(holds && is_within)) log_broken_sum(holds ? other : row, holds);
    return holds && is_within;
}

void LearningSearch::decide() {
    if (!assignment_.needy().empty()) {
        ++nodes_;
        assignment_.decide(decisions_.next(assignment_));
        depth_ = std::max<std::uint64_t>(depth_, assignment_.level());
    } else if (!refuse_open()) {
        record();
    }
}

// Where a solution may be a part of another one, what is left over is decided, too; false if that is nothing.
bool LearningSearch::refuse_open() {
    if (!may_nest_) return false;
    while (first_open_ < options_ && !assignment_.is_open(first_open_)) ++first_open_;
    if (first_open_ == options_) return false;
    ++nodes_;
    assignment_.decide(refused(first_open_));
    return true;
}

// The first literal that alone, of its level, implies the contradiction, and all of other levels that it takes besides.
void LearningSearch::learn() {
    ++failures_;
    learnt_.assign(1, 0);
    resolve();
    for (const Literal literal : seen_) decisions_.blame_option(option_of(literal));
    shorten();
    backjump(log_ ? log_derived(learnt_, conflict_, std::move(conflict_hints_)) : 0);
    for (const Literal literal : seen_) is_seen_[option_of(literal)] = 0;
    seen_.clear();
    decisions_.end_failure();
}

void LearningSearch::resolve() {
    const std::vector<Literal>& trail = assignment_.trail();
    std::size_t at = trail.size();
    std::size_t open = 0;
    const auto take_in = [&](std::span<const Literal> literals, Literal but) {
        for (const Literal literal : literals) {
            const Index option = option_of(literal);
            const std::size_t level = assignment_.level(option);
            if (literal == but || level == 0 || is_seen_[option]) continue;
            is_seen_[option] = 1;
            seen_.push_back(literal);
            if (level == assignment_.level())
                ++open;
            else
                learnt_.push_back(literal);
        }
    };
    take_in(conflict_, kNone);
    for (;;) {
        while (!is_seen_[option_of(trail[--at])]) {
        }
        const Literal literal = trail[at];
        if (--open == 0) {
            learnt_[0] = opposite(literal);
            return;
        }
        const Reason& reason = assignment_.reason(option_of(literal));
        if (reason.kind == Reason::Kind::clause) {
            take_in(clauses_.literals(reason.index), literal);
        } else {
            explain(literal);
            take_in(reason_, literal);
            if (reason.kind == Reason::Kind::lower_bound)
                decisions_.blame_item(reason.index);
            else
                decisions_.blame_items_of(option_of(literal));
        }
    }
}

// The literals that are all false because of which one is true; with itself, if that is a clause.
void LearningSearch::explain(Literal literal) {
    const Reason& reason = assignment_.reason(option_of(literal));
    if (reason.kind == Reason::Kind::clause)
        reason_.assign(clauses_.literals(reason.index).begin(), clauses_.literals(reason.index).end());
    else if (reason.kind == Reason::Kind::sum)
        rows_.explain(assignment_, literal, reason.index, reason_);
    else if (reason.kind == Reason::Kind::group)
        groups_.explain(assignment_, literal, reason.index, reason_);
    else if (reason.kind == Reason::Kind::cut)
        reason_.assign(connectivity_.reason(reason.index).begin(), connectivity_.reason(reason.index).end());
    else
        assignment_.explain(literal, reason_);
    looks_ += reason_.size();
}

// Removes literals that follow from the others, if need be through further ones, of the levels of the clause. (N.
// Sörensson and A. Biere, "Minimizing learned clauses", SAT 2009.)
void LearningSearch::shorten() {
    levels_of_learnt();
    const auto end = std::remove_if(learnt_.begin() + 1, learnt_.end(), [&](Literal literal) {
        return assignment_.reason(option_of(literal)).kind != Reason::Kind::decision && follows(literal, 0);
    });
    learnt_.erase(end, learnt_.end());
}

// Whether a false literal is false because of literals of the clause alone.
bool LearningSearch::follows(Literal literal, int depth) {
    const Index option = option_of(literal);
    const Literal truth = opposite(literal);
    const Reason& reason = assignment_.reason(option);
    if (reason.kind == Reason::Kind::decision || depth > kDeepest) return false;
    const std::size_t begin = waiting_.size();
    explain(truth);
    waiting_.insert(waiting_.end(), reason_.begin(), reason_.end());
    bool all = true;
    for (std::size_t k = begin; all && k < waiting_.size(); ++k) {
        const Literal other = waiting_[k];
        const Index its = option_of(other);
        if (other == truth || assignment_.level(its) == 0 || is_seen_[its] == kIn) continue;
        all = is_seen_[its] != kOut && stamps_[assignment_.level(its)] == stamp_ && follows(other, depth + 1);
    }
    waiting_.resize(begin);
    if (depth > 0) {
        is_seen_[option] = all ? kIn : kOut;
        seen_.push_back(literal);
    }
    return all;
}

// Back to where the clause has one literal that is open; that follows from it. If there is no room for the clause, the
// search begins anew and forgets others.
void LearningSearch::backjump(ClauseLog::Number number) {
    const std::uint32_t levels = levels_of_learnt();
    lengths_.note(learnt_.size(), levels);
    if (learnt_.size() > 1 && !clauses_.has_room(learnt_.size())) {
        go_back(0);
        forget_half(0);
        if (clauses_.has_room(learnt_.size())) keep(learnt_, levels, number);
        return;
    }
    for (std::size_t k = 2; k < learnt_.size(); ++k)
        if (assignment_.level(option_of(learnt_[k])) > assignment_.level(option_of(learnt_[1])))
            std::swap(learnt_[1], learnt_[k]);
    const std::size_t level = learnt_.size() > 1 ? assignment_.level(option_of(learnt_[1])) : 0;
    go_back(level);
    Reason reason;
    if (learnt_.size() > 1) reason = {Reason::Kind::clause, keep(learnt_, levels, number)};
    assignment_.assign(learnt_[0], reason);
}

// Takes back all behind a level.
void LearningSearch::go_back(std::size_t level) {
    for (std::size_t k = assignment_.trail().size(); k-- > 0;) {
        const Literal literal = assignment_.trail()[k];
        const Index option = option_of(literal);
        if (assignment_.level(option) <= level) break;
        if (k < rows_head_) {
            take_back_constraints(literal);
            rows_head_ = k;
        }
        decisions_.take_back(literal, !is_vivifying_);
    }
    assignment_.back_to(level);
    connectivity_.back_to(assignment_.trail().size());
    first_open_ = 0;
}

void LearningSearch::take_back_constraints(Literal literal) {
    if (!is_constrained_ || option_of(literal) >= counted_.options) return;
    connectivity_.take_back(literal);
    if (option_of(literal) >= options_) return;
    rows_.take_back(literal);
    groups_.take_back(literal);
}

std::uint32_t LearningSearch::levels_of_learnt() {
    ++stamp_;
    if (stamps_.size() <= assignment_.level()) stamps_.resize(assignment_.level() + 1);
    std::uint32_t levels = 0;
    for (const Literal literal : learnt_) {
        std::uint64_t& stamp = stamps_[assignment_.level(option_of(literal))];
        levels += stamp != stamp_;
        stamp = stamp_;
    }
    return levels;
}

void LearningSearch::begin_anew() {
    go_back(0);
    failures_ = 0;
    limit_ = tuning::learning_restart * luby(++restarts_ + 1);
    if (clauses_.size() >= most_clauses_) {
        forget_half(tuning::learning_kept_levels);
        most_clauses_ += tuning::learning_more_clauses;
    }
    if (decisions_.are_by_option()) vivify();
}

// A set of options that keeps to the items: what it breaks, or that it is known, are clauses.
void LearningSearch::record() {
    cover_.clear();
    all_chosen_.clear();
    Clause others;
    for (const Literal literal : assignment_.trail()) {
        const Index option = option_of(literal);
        if (is_choice(literal) && option < counted_.options) all_chosen_.push_back(option);
        if (is_choice(literal) && option < options_) cover_.push_back(option);
        const bool is_decided = assignment_.reason(option).kind == Reason::Kind::decision;
        if (is_decided && assignment_.level(option) > 0) others.push_back(opposite(literal));
    }
    std::ranges::sort(cover_);
    std::ranges::sort(all_chosen_);
    depth_ = std::max<std::uint64_t>(depth_, cover_.size());
    if (std::vector<ConstraintCuts::Cut> cuts = cuts_.broken(all_chosen_); !cuts.empty()) {
        ++nodes_;
        std::vector<ClauseLog::Number> numbers(cuts.size());
        if (log_) std::ranges::transform(cuts, numbers.begin(), [&](const auto& cut) { return log_cut(cut); });
        for (std::size_t k = 0; k < cuts.size() && !is_over_; ++k) hold(std::move(cuts[k].clause), numbers[k]);
        return;
    }
    const ClauseLog::Number number = log_ ? log_solution(others) : 0;
    if (!clauses_.has_room(others.size())) {
        go_back(0);
        make_room(others.size());
    }
    if (keep_covers_) covers_.add(cover_);
    ++solutions_;
    exclude(std::move(others), number);
}

// What follows from these decisions is known: the last one was made in vain.
void LearningSearch::exclude(Clause decisions, ClauseLog::Number number) {
    if (assignment_.level() < 2) {
        go_back(0);
        hold(std::move(decisions), number);
        return;
    }
    std::ranges::reverse(decisions);
    go_back(assignment_.level() - 1);
    assignment_.assign(decisions[0], {Reason::Kind::clause, keep(decisions, 0, number)});
    ++most_clauses_;
}

// A clause that is never forgotten. Where all its literals are false, the search goes back to where they are not.
void LearningSearch::hold(Clause clause, ClauseLog::Number number) {
    std::erase_if(clause, [&](Literal literal) {
        return assignment_.is_false(literal) && assignment_.level(option_of(literal)) == 0;
    });
    if (clause.size() < 2 || !clauses_.has_room(clause.size())) go_back(0);
    if (clause.empty()) {
        end({&number, 1});
        return;
    }
    open_first(clause);
    if (clause.size() == 1) return settle(clause[0], number);
    make_room(clause.size());
    const std::uint32_t kept = keep(clause, 0, number);
    ++most_clauses_;
    if (assignment_.is_false(clause[1]) && !assignment_.is_true(clause[0]))
        assignment_.assign(clause[0], {Reason::Kind::clause, kept});
}

// Puts literals that are not false before the others, of which those of the last levels are first; at least one is not.
void LearningSearch::open_first(Clause& clause) {
    const auto level = [&](Literal literal) {
        return assignment_.is_false(literal) ? assignment_.level(option_of(literal)) : kNone;
    };
    std::ranges::stable_sort(clause, std::greater{}, level);
    if (const std::size_t last = level(clause[0]); last != kNone) {
        const bool is_alone = clause.size() > 1 && level(clause[1]) < last;
        go_back(is_alone ? level(clause[1]) : last - 1);
    }
}

// For a clause of so many literals, before any decision.
void LearningSearch::make_room(std::size_t literals) {
    std::size_t before = clauses_.size() + 1;
    while (!clauses_.has_room(literals)) {
        if (clauses_.size() == before) throw std::bad_alloc();
        before = clauses_.size();
        forget_half(0);
    }
}

}  // namespace excover::learning
