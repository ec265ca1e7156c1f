// Solutions one after the other, or the proof that there are no more, by learning from each failure.
//
// J. Marques-Silva and K. Sakallah, "GRASP: a search algorithm for propositional satisfiability", IEEE Trans. Computers
// 48 (1999): from what contradicts itself follows a clause that would have shown it sooner, and the search goes back to
// where that is so. The clauses are of options that are chosen or refused; the rules of items are no clauses, but
// propagated and explained by the items themselves (assignment.hpp), as in lazy clause generation (O. Ohrimenko, P.
// Stuckey and M. Codish, Constraints 14, 2009).
//
// What is decided next depends on what had part in the failures (decisions.hpp). The search begins anew again and
// again, after numbers of failures as in M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas
// algorithms" (1993), and keeps what it has learnt.
//
// Bounds on sums are propagated and explained like items (constraints.hpp), and so is what must be connected
// (connectivity.hpp). Whether all lines are one loop, and whatever else is left, is looked at when all items have what
// they need: what is wrong becomes clauses (constraints.hpp), and the search goes on with all that it has learnt. So it
// does after a solution, which is then excluded by its decisions: a clause that is never forgotten.
//
// Colors, marks of places and counts are options of their own (channeling.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "learning/assignment.hpp"
#include "learning/channeling.hpp"
#include "learning/connectivity.hpp"
#include "learning/constraints.hpp"
#include "learning/decisions.hpp"

namespace excover::learning {

class LearningSearch final : public Engine {
public:
    // Throws InvalidProblem if it has more than Clauses::kMostOptions options.
    // Clauses take at most `memory` bytes; if that is too little for a proof that there is no solution, the search has
    // no end. The constraints are null if there are none.
    LearningSearch(const Problem& problem, std::uint64_t memory, bool keep_covers = true,
                   std::shared_ptr<const rules::LinearConstraints> rows = nullptr,
                   std::shared_ptr<const rules::GlobalConstraints> global_constraints = nullptr);

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
    std::uint64_t bytes() const { return clauses_.bytes(); }

private:
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
    void backjump();
    void go_back(std::size_t level);
    void take_back_constraints(Literal literal);
    std::uint32_t levels_of_learnt();
    void begin_anew();
    bool refuse_open();
    void record();
    void exclude(Clause decisions);
    void hold(Clause clause);
    void open_first(Clause& clause);
    void make_room(std::size_t literals);

    const Index options_;  // those that were given; further ones are colors, marks of places, and counts
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
    std::size_t rows_head_ = 0;  // how much of the trail was spread to the rows
    Index first_open_ = 0;  // no option before it is open
    std::uint64_t solutions_ = 0;
    std::vector<Index> cover_, all_chosen_;
    std::vector<Literal> conflict_, learnt_, reason_, waiting_;
    std::vector<std::uint8_t> is_seen_;  // of an option
    std::vector<Literal> seen_;  // those to be cleared
    std::vector<std::uint64_t> stamps_;  // of a level
    std::uint64_t stamp_ = 0;
    std::uint64_t failures_ = 0, limit_ = 0, restarts_ = 0, most_clauses_ = 0;
    std::uint64_t nodes_ = 1, depth_ = 0, looks_ = 0;
    Covers covers_;
};

}  // namespace excover::learning
