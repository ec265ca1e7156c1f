// Clauses become shorter: vivification.
//
// What is learnt depends on the path that led to a failure, and has literals that others of the same clause, with all
// that is known, make needless. Before any decision, the literals of a clause are made false one after the other,
// without the clause itself: one that is false already is not needed; and where the rest contradicts itself, or makes
// another one true, those that had part in it are a clause. (C. Piette, Y. Hamadi and L. Sais, "Vivifying propositional
// clausal formulae", ECAI 2008; of clauses that are learnt, between restarts: C.-M. Li, F. Xiao, M. Luo, F. Manya, Z.
// Lue and Y. Li, "Clause vivification by unit propagation in CDCL SAT solvers", Artificial Intelligence 279, 2020.)
//
// Where items decide, it brings nothing: exact covers by 3-sets take a tenth longer, quasigroups as long as without.
#include <algorithm>
#include <utility>

#include "core/tuning.hpp"
#include "learning/learning_search.hpp"

namespace excover::tuning {
extern Tunable learning_vivify;
}

namespace excover::learning {

namespace {

constexpr std::uint64_t kMostAtOnce = 2'000'000;  // updates, so that a limit of time is kept

}  // namespace

// For a share of all work, before any decision.
void LearningSearch::vivify() {
    const std::uint64_t begin = updates();
    if (!propagate()) end(conflict_hints_);
    is_vivifying_ = true;
    while (!is_over_ && updates() - begin < kMostAtOnce && 100 * vivifying_ < tuning::learning_vivify * updates()) {
        const std::uint64_t before = updates();
        const std::uint32_t clause = clauses_.next();
        if (clause == kNone) break;
        vivify(clause);
        vivifying_ += updates() - before;
    }
    is_vivifying_ = false;
}

void LearningSearch::vivify(std::uint32_t clause) {
    const auto literals = clauses_.literals(clause);
    if (std::ranges::any_of(literals, [&](Literal literal) { return assignment_.is_true(literal); })) {
        clauses_.forget(clause);
        return;
    }
    learnt_.assign(literals.begin(), literals.end());
    std::ranges::stable_sort(learnt_,
                             [&](Literal a, Literal b) { return decisions_.comes_first(option_of(a), option_of(b)); });
    clauses_.ignore(clause);
    const auto refuted = std::ranges::find_if(learnt_, [&](Literal literal) { return refute(literal); });
    const bool is_refuted = refuted != learnt_.end();
    if (!is_refuted) conflict_ = learnt_;
    if (!is_refuted && log_) conflict_hints_.assign(1, log_->number(clause));
    const std::vector<Literal> broken = conflict_;
    if (is_refuted) {
        trace_to_decisions();
        if (assignment_.is_true(*refuted)) conflict_.push_back(*refuted);
    } else {
        std::erase_if(conflict_, [&](Literal literal) {
            const Index option = option_of(literal);
            return assignment_.level(option) == 0 || assignment_.reason(option).kind != Reason::Kind::decision;
        });
    }
    const bool is_shorter = conflict_.size() < learnt_.size();
    ClauseLog::Number number = 0;
    if (log_ && is_shorter) number = log_derived(conflict_, broken, std::move(conflict_hints_));
    if (log_) log_->forget(std::exchange(passing_, {}));
    clauses_.ignore(kNone);
    go_back(0);
    if (is_shorter) shorten_to_conflict(clause, number);
}

// Makes a literal of a clause false; whether that contradicts those before it, or they make it true: then `conflict_`
// has literals that are all false because of them, of which one, or this literal, has to be true.
bool LearningSearch::refute(Literal literal) {
    if (assignment_.is_false(literal)) return false;
    if (!assignment_.is_true(literal)) {
        assignment_.decide(opposite(literal));
        return !propagate_pending();
    }
    conflict_hints_.clear();
    if (log_) log_reason(literal, conflict_hints_);
    explain(literal);
    std::erase(reason_, literal);
    conflict_ = reason_;
    return true;
}

// Instead of the literals of `conflict_`, the decisions that settled them, as literals that are false.
void LearningSearch::trace_to_decisions() {
    const auto take_in = [&](const std::vector<Literal>& literals) {
        for (const Literal literal : literals) {
            const Index option = option_of(literal);
            if (assignment_.level(option) == 0 || is_seen_[option]) continue;
            is_seen_[option] = 1;
            seen_.push_back(literal);
        }
    };
    take_in(conflict_);
    conflict_.clear();
    for (std::size_t at = assignment_.trail().size(); at-- > 0;) {
        const Literal literal = assignment_.trail()[at];
        if (assignment_.level(option_of(literal)) == 0) break;
        if (!is_seen_[option_of(literal)]) continue;
        if (assignment_.reason(option_of(literal)).kind == Reason::Kind::decision) {
            conflict_.push_back(opposite(literal));
        } else {
            explain(literal);
            take_in(reason_);
        }
    }
    for (const Literal literal : seen_) is_seen_[option_of(literal)] = 0;
    seen_.clear();
}

// A part of a clause that follows takes its place.
void LearningSearch::shorten_to_conflict(std::uint32_t clause, ClauseLog::Number number) {
    if (conflict_.empty()) {
        end({&number, 1});
    } else if (conflict_.size() == 1) {
        assignment_.assign(conflict_[0], {});
        if (!propagate()) end(conflict_hints_);
    } else if (clauses_.has_room(conflict_.size())) {
        keep(conflict_, std::min(clauses_.levels(clause), static_cast<std::uint32_t>(conflict_.size() - 1)), number);
        clauses_.forget(clause);
    } else if (log_) {
        log_->forget({&number, 1});
    }
}

}  // namespace excover::learning
