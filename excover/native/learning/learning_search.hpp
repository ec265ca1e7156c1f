// Solutions one after the other, or the proof that there are no more, by learning from each failure.
//
// J. Marques-Silva and K. Sakallah, "GRASP: a search algorithm for propositional satisfiability", IEEE Trans. Computers
// 48 (1999): from what contradicts itself follows a clause that would have shown it sooner, and the search goes back to
// where that is so. The clauses are of options that are chosen or refused; the rules of items are no clauses, but
// propagated and explained by the items themselves (assignment.hpp), as in lazy clause generation (O. Ohrimenko, P.
// Stuckey and M. Codish, Constraints 14, 2009).
//
// What is decided next depends on what had part in the failures (Decisions). The search begins anew again and again,
// after numbers of failures as in M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas algorithms"
// (1993), and keeps what it has learnt. Then clauses are shortened (vivification.cpp).
//
// Bounds on sums are propagated and explained like items (constraints.hpp), and so is what must be connected
// (Connectivity). Whether all lines are one loop, and whatever else is left, is looked at when all items have what
// they need: what is wrong becomes clauses (constraints.hpp), and the search goes on with all that it has learnt. So it
// does after a solution, which is then excluded by its decisions: a clause that is never forgotten.
//
// Colors, marks of places and counts are options of their own (channeling.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "core/tuning.hpp"
#include "learning/assignment.hpp"
#include "learning/clause_log.hpp"
#include "learning/constraints.hpp"
#include "rules/global_constraints.hpp"

namespace excover::tuning {
extern Tunable learning_sample;
}

namespace excover::learning {

// Colors as decisions of their own, tied to the options by channeling constraints.
//
// Where every option of an item that is covered exactly once colors another item, that one has exactly one color, and
// a further option states of each color that it is not that one. So for each such owner and color, exactly one of its
// options with the color and of the further option is chosen: a color that no option of an owner can give any more is
// refused everywhere. Without it, that is seen only when an option that needs the color is chosen. Along a line of
// states, as of a finite automaton, propagation is then complete (G. Pesant, "A regular language membership constraint
// for finite sequences of variables", CP 2004, by decomposition: C.-G. Quimper and T. Walsh, CP 2006), and clauses
// speak of a state instead of all options that lead to it. (B. M. W. Cheng, K. M. F. Choi, J. H. M. Lee and J. C. K.
// Wu, "Increasing constraint propagation by redundant modeling", Constraints 4, 1999.) A nonogram of 30x40 cells needs
// no decision, one that was not solved by a million nodes.

// The options and items of a problem, and further ones behind them. Each solution has exactly one with the same options
// of the problem.
// The log, if there is one, is told what they are.
Problem with_channeling(const Problem& problem, ClauseLog* log = nullptr);

// Marks of places as decisions of their own.
//
// Where several options mark a place, of which at most one is chosen, a further one states that the place is marked,
// and it alone marks it; another one states that it is not. What follows from what must be connected, and the clauses
// that are learnt from it, then speak of places instead of all options that could mark them, and a place can be marked
// before it is known by which option. NumberLink: a cell has a number, whatever way the line takes through it.
struct MarkedProblem {
    Problem problem;
    std::shared_ptr<const rules::GlobalConstraints> global_constraints;
};

// Counts as decisions of their own.
//
// Of an item that is covered several times, further options state that at least so many of its first options are
// chosen. Clauses tie them to each other and to the options: so that what is learnt can speak of a count instead of
// each way to it. (C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005; that this is
// what a proof needs: I. Abio, R. Nieuwenhuis, A. Oliveras, E. Rodriguez-Carbonell and P. Stuckey, "To encode or to
// propagate?", CP 2013.)
struct CountedProblem {
    Problem problem;
    std::shared_ptr<const rules::GlobalConstraints> global_constraints;
    Index options;  // those of the problem that was given
    std::vector<std::uint8_t> is_counted;  // of an item: clauses say how often it is covered
    std::vector<std::vector<Literal>> clauses;
};

// Each solution has exactly one with the same options of the problem. The constraints may be null.
MarkedProblem with_marks(const Problem& problem, std::shared_ptr<const rules::GlobalConstraints> global_constraints,
                         ClauseLog* log = nullptr);

// The same. The clauses take at most about so many bytes: other items are not counted.
CountedProblem with_counts(const MarkedProblem& marked, std::uint64_t bytes);

// How many literals the learnt clauses have for each level that they come from, also those that were forgotten.
class LengthsOfLearnt {
public:
    void note(std::size_t literals, std::uint32_t levels) {
        ++clauses_;
        literals_ += literals;
        levels_ += levels;
    }
    double literals_per_level() const {
        if (clauses_ < tuning::learning_sample) return 0;
        return static_cast<double>(literals_) / static_cast<double>(levels_);
    }

private:
    std::uint64_t clauses_ = 0, literals_ = 0, levels_ = 0;
};

class LearningSearch final : public Engine {
public:
    // Throws InvalidProblem if it has more than Clauses::kMostOptions options.
    // `is_logged`: it writes a certificate of what it finds, and makes no options for counts.
    // Clauses take at most `memory` bytes; if that is too little for a proof that there is no solution, the search has
    // no end. The constraints are null if there are none.
    LearningSearch(const Problem& problem, std::uint64_t memory, bool keep_covers = true,
                   std::shared_ptr<const rules::LinearConstraints> rows = nullptr,
                   std::shared_ptr<const rules::GlobalConstraints> global_constraints = nullptr,
                   bool is_logged = false);

    // Goes on until the allowance is used up. Throws std::bad_alloc if there is no room for a clause that must not be
    // forgotten.
    Stop run(const Allowance& allowance) override;

    const Covers& covers() const override { return covers_; }
    void clear_covers() override { covers_.clear(); }

    std::uint64_t solutions() const override { return solutions_; }
    std::uint64_t nodes() const override { return nodes_; }  // the root, and every decision and failure
    std::uint64_t updates() const override {
        return assignment_.updates() + clauses_.updates() + rows_.updates() + groups_.updates() +
               connectivity_.updates() + decisions_.updates() + looks_;
    }
    std::uint64_t depth() const override { return depth_; }  // most options chosen at once
    double literals_per_level() const override { return lengths_.literals_per_level(); }
    std::uint64_t bytes() const { return clauses_.bytes(); }
    // The lines of the certificate since the last call, and how many clauses it has so far.
    std::string take_lines() { return log_ ? log_->take() : std::string{}; }
    std::uint64_t logged() const { return log_ ? log_->clauses() : 0; }

private:
    bool start();
    void step();
    bool propagate();
    bool propagate_pending();
    void back_to_conflict();
    bool spread(Literal& literal);
    void decide();
    void learn();
    void resolve();
    void explain(Literal literal);
    void shorten();
    bool follows(Literal literal, int depth);
    void backjump(ClauseLog::Number number);
    void go_back(std::size_t level);
    void take_back_constraints(Literal literal);
    std::uint32_t levels_of_learnt();
    void begin_anew();
    void vivify();
    void vivify(std::uint32_t clause);
    bool refute(Literal literal);
    void trace_to_decisions();
    void shorten_to_conflict(std::uint32_t clause, ClauseLog::Number number);
    bool refuse_open();
    void record();
    void exclude(Clause decisions, ClauseLog::Number number);
    void hold(Clause clause, ClauseLog::Number number = 0);
    void open_first(Clause& clause);
    void make_room(std::size_t literals);
    void forget_half(std::uint64_t kept_levels);
    std::uint32_t keep(std::span<const Literal> clause, std::uint32_t levels, ClauseLog::Number number);
    void end(std::span<const ClauseLog::Number> broken);

    // Of a certificate (clause_log.cpp).
    void log_reason(Literal literal, std::vector<ClauseLog::Number>& hints);
    void log_facts();
    void settle(Literal literal, ClauseLog::Number number);
    void log_conflict(ClauseLog::Number broken, bool is_passing);
    void log_broken_sum(Index row, bool is_of_groups);
    void log_broken_rule();
    void log_broken_item();
    void log_end(std::span<const ClauseLog::Number> broken);
    ClauseLog::Number log_cut(const Clause& clause, const Connectivity::Origin& origin);
    ClauseLog::Number log_cut(const ConstraintCuts::Cut& cut);
    ClauseLog::Number log_derived(std::span<const Literal> clause, std::span<const Literal> conflict,
                                  std::vector<ClauseLog::Number> hints);
    ClauseLog::Number log_solution(const Clause& decisions);

    const Index options_;  // those that were given; further ones are colors, marks of places, and counts
    const std::unique_ptr<ClauseLog> log_;  // or null
    const CountedProblem counted_;
    const Problem& problem_;
    const bool is_constrained_;  // by more than items
    Assignment assignment_;
    Clauses clauses_;
    LinearRows rows_;
    GroupedRows groups_;
    Connectivity connectivity_;
    ConstraintCuts cuts_;
    Decisions decisions_;
    const bool keep_covers_;
    const bool may_nest_;  // a solution may be a part of another one
    bool is_over_ = false;
    bool is_vivifying_ = false;
    std::size_t rows_head_ = 0;  // how much of the trail was spread to the rows
    Index first_open_ = 0;  // no option before it is open
    std::uint64_t solutions_ = 0;
    std::vector<Index> cover_, all_chosen_;
    std::vector<Literal> conflict_, learnt_, reason_, waiting_;
    std::vector<std::uint8_t> is_seen_;  // of an option
    std::vector<Literal> seen_;  // those to be cleared
    std::vector<std::uint64_t> stamps_;  // of a level
    std::uint64_t stamp_ = 0;
    std::vector<std::uint64_t> marks_;  // of an option: scratch of log_derived()
    std::uint64_t mark_ = 0;
    std::uint64_t failures_ = 0, limit_ = 0, restarts_ = 0, most_clauses_ = 0;
    std::uint64_t nodes_ = 1, depth_ = 0, looks_ = 0;
    std::uint64_t vivifying_ = 0;  // updates
    LengthsOfLearnt lengths_;
    Covers covers_;
    std::vector<ClauseLog::Number> conflict_hints_;  // a constraint that is broken is one of them, if there is a log
    std::vector<ClauseLog::Number> passing_;  // what was logged for the next clause alone
    std::size_t facts_ = 0;  // how much of the trail was logged
};

}  // namespace excover::learning
