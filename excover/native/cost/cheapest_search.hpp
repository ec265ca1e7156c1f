#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/engine.hpp"
#include "core/numbers.hpp"
#include "core/problem.hpp"
#include "core/team.hpp"
#include "cost/bounded_tree.hpp"
#include "cost/cost_model.hpp"
#include "cost/linear_program.hpp"

namespace excover::cost {

// A circulation of least cost in a network: what flows into a node flows out of it, and every arc carries a whole
// number between two bounds.
//
// Successive shortest paths with potentials (J. Edmonds and R. M. Karp, Journal of the ACM 19 (1972) 248-264; N.
// Tomizawa 1971): arcs whose reduced cost is negative begin full, others empty; then each path carries what is too much
// at one node to another that lacks it, over arcs whose reduced costs never become negative.
class Circulation {
public:
    struct Arc {
        Index from, to;
        Index lower, upper;
        Cost cost;
    };

    // The absolute costs together fit 58 bits. Any potentials will do to begin with; the better, the fewer paths.
    Circulation(std::vector<Arc> arcs, std::vector<Cost> potentials);

    // One path; false if the circulation is done.
    bool step();

    // Once it is done: whether there is none. Then a set of nodes is to carry away more than it can, and the potentials
    // of the others have risen by more than twice what everything can cost.
    bool is_impossible() const { return impossible_; }

    Index flow(std::size_t arc) const { return arcs_[arc].upper - left_[2 * arc]; }
    // The reduced cost of an arc is its cost, with the potential of where it begins and without that of where it ends.
    std::span<const Cost> potentials() const { return potentials_; }
    std::uint64_t work() const { return work_; }  // arcs looked at

private:
    // Of arc k, place 2 * k leads forwards and 2 * k + 1 backwards.
    Index head(std::size_t place) const { return place % 2 == 0 ? arcs_[place / 2].to : arcs_[place / 2].from; }
    Cost reduced(std::size_t place) const;
    void fill_by_sign();
    Index next_surplus();
    Index search(Index from);
    void relax(Index node, Cost distance);
    void carry(Index from, Index to);

    std::vector<Arc> arcs_;
    std::vector<Cost> potentials_;
    std::vector<Index> left_;  // of a place: how much more it could carry
    Lists<std::size_t> places_;  // of a node: those that leave it
    std::vector<Cost> surplus_;  // of a node: how much more flows in than out
    Index waiting_ = 0;  // no node before has a surplus
    std::vector<Cost> distance_;  // of a node, from where the current path begins
    std::vector<std::size_t> via_;  // of a node: the place by which the path comes
    std::vector<Index> final_;  // nodes in the order of their distances
    std::vector<bool> is_final_;
    std::vector<std::pair<Cost, Index>> heap_;
    Cost beyond_ = 1;  // twice what everything can cost, and more
    bool impossible_ = false;
    std::uint64_t work_ = 0;
};

// Models whose items have two sides, such that an option covers at most one item of each: assignments, dominoes on a
// chessboard.
//
// Such a model is a circulation: an option carries 0 or 1 from an item of the left side to one of the right side, and a
// hub joins the sides by an arc for each item, which carries as much as the item may be covered (E. L. Lawler,
// "Combinatorial optimization: networks and matroids", 1976, chapters 4 and 5). Its potentials are prices at which the
// Lagrangian bound is the least cost, or more than any cost if there is no solution. Nothing here is taken on trust:
// that bound is computed from the prices as from any others.
class TwoSides {
public:
    // None if the items do not have two sides, there are colors, or the costs are very large.
    static std::optional<TwoSides> of(const CostModel& model);

    // A part of the work; false if it is done.
    bool step() { return circulation_.step(); }
    std::uint64_t work() const { return circulation_.work(); }

    // Once it is done: the options of a solution of least cost; none if there is no solution.
    std::optional<std::vector<Index>> chosen() const;
    // The prices of the items.
    std::vector<Cost> prices() const;

private:
    TwoSides(const CostModel& model, std::vector<bool> is_left, std::vector<Cost> prices);

    std::vector<bool> is_left_;  // of an item
    std::vector<Index> apart_;  // options that cover nothing, and cost less than nothing
    std::vector<Index> options_;  // of an arc of the circulation, up to those of the items
    Circulation circulation_;
};

// Two heuristics of integer programming, which find good solutions early: a dive along the linear program, and large
// neighbourhood search.

// A solution near the linear program of a model, by diving: what the program takes wholly is chosen, and of the rest
// the option that it takes most of, or the amount that is nearest to what it takes of an item; then it is solved again,
// which takes few pivots (T. Achterberg, "Constraint integer programming" (2007), chapter 9). Its prices rule out what
// cannot be in a solution within the limit. Where that leads to a dead end, the last option so chosen is ruled out.
class LinearDive {
public:
    // Along a program that is solved, for so much work on it. The model must outlive it.
    LinearDive(const CostModel& model, const LinearProgram& root, std::uint64_t most_work);

    enum class Pause { found, over, work };
    // Goes on for so much work, or until a solution is found that costs at most `limit`, which is then in chosen().
    Pause run(Cost limit, std::uint64_t work);

    std::span<const Index> chosen() const { return state_.chosen(); }
    Cost cost() const { return state_.spent(); }

    // How much of its work is left.
    std::uint64_t left() const { return last_ - std::min(last_, program_.work()); }
    std::uint64_t work() const {
        return program_.work() - began_ + lagrangian_.work() + state_.updates() + state_.looks();
    }
    std::uint64_t nodes() const { return nodes_; }

private:
    struct Step {
        Index option;
        PropagationState::Mark mark;
    };

    bool descend(Cost limit);
    bool fix(Cost limit);
    bool choose_whole();
    bool choose_most();
    void list_shares();
    bool go_back();
    bool is_solution() const;

    const CostModel& model_;
    PropagationState state_;
    Lagrangian lagrangian_;
    LinearProgram program_;
    const std::uint64_t began_, last_;  // work of the program
    bool is_over_ = false, has_found_ = false;
    std::vector<Step> path_;
    std::vector<Index> whole_;  // scratch
    std::vector<std::pair<double, Index>> shares_;  // scratch
    std::uint64_t nodes_ = 0;
};

// Large neighbourhood search: most options of the best solution so far are kept, and the rest is searched for a better
// one (P. Shaw, "Using constraint programming and local search methods to solve vehicle routing problems", CP 1998).
class Neighbourhood {
public:
    // One of several that search at once, each with its own random choices.
    Neighbourhood(const CostModel& model, unsigned number);
    // After a change of the model.
    void renew(const CostModel& model);

    // Goes on for so much work or so many nodes, or to the end of a try, or until a solution is found that costs less
    // than the best one, which is then in chosen(). A new try begins with the `prices`.
    bool run(std::span<const Index> best, Cost best_cost, std::span<const Cost> prices, std::uint64_t work,
             std::uint64_t nodes);

    const BoundedTree& tree() const { return *tree_; }

private:
    void begin(std::span<const Index> best, Cost best_cost, std::span<const Cost> prices);

    std::unique_ptr<BoundedTree> tree_;
    Xorshift random_;
    std::size_t freed_;  // how many options of the best solution a try takes out
    bool in_try_ = false;
    std::uint64_t try_ends_ = 0, tries_ = 0;
    std::vector<Index> kept_;  // scratch
};

// The linear program of a problem, for those who search themselves, such as by column generation: the least cost of a
// fractional solution, and the prices of the items and the rates of the rows that prove it.
struct LinearBound {
    LinearProgram::Status status;
    double value;
    std::vector<double> items, rows;
};
LinearBound linear_bound(const Problem& problem, std::span<const Cost> costs, std::span<const LinearConstraint> rows,
                         double seconds);

// A solution of least cost, by ever better solutions from above and a lower bound from below.
//
// Where the items have two sides (TwoSides), a circulation gives both. Otherwise:
//
// Proof: the tree is searched for solutions that cost no more than the bound, then a little more, twice as much more,
// and so on. A small limit decides most options by their reduced costs, so that such a tree is small; if it has no
// solution, the bound is above its limit ("destructive lower bounds": R. Klein and A. Scholl, European Journal of
// Operational Research 112 (1999) 322-346). Its first solution is nearly best, and lowers the limit.
//
// Improvement: in turns of equal work, the neighbourhood of the best solution so far is searched for a better one
// (Neighbourhood).
//
// Several threads search parts of the tree of the proof, and a thread without one the neighbourhood. They meet after
// turns of equal work, where those without a part get one, and all hear of the best solution: what happens depends on
// the number of threads, not on their speed. One thread begins.
class CheapestSearch final : public Engine {
public:
    // `problem` must outlive the search. Throws InvalidProblem if the costs together do not fit 62 bits. `gap`: how far
    // the cost may be from the best there is, as a part of it. Solutions keep to the bounds of the `rows`.
    CheapestSearch(const Problem& problem, std::span<const Cost> costs, double gap,
                   std::span<const LinearConstraint> rows = {}, unsigned threads = 1);
    CheapestSearch(const CheapestSearch&) = delete;
    CheapestSearch& operator=(const CheapestSearch&) = delete;

    // Runs until the best is proved, or the allowance is used up; nodes are those of all trees. Work used up is a stop
    // by nodes.
    Stop run(const Allowance& allowance, std::uint64_t most_work);
    Stop run(const Allowance& allowance) override { return run(allowance, UINT64_MAX); }

    // Only solutions that cost at most so much are wanted.
    void want_at_most(Cost cost) { wanted_ = std::min(wanted_, model_.own(cost)); }

    // A solution that was found elsewhere; if one that covers the same is cheaper, that is found here.
    void offer(std::span<const Index> cover);

    // The solutions found here, each better than all before.
    const Covers& covers() const override { return covers_; }
    void clear_covers() override { covers_.clear(); }

    // No solution costs less.
    Cost bound() const { return model_.known(least_); }

    std::uint64_t solutions() const override { return solutions_; }
    std::uint64_t nodes() const override { return effort().nodes; }
    std::uint64_t updates() const override { return effort().updates; }
    std::uint64_t depth() const override { return effort().depth; }
    std::uint64_t work() const { return effort().work; }

    std::size_t threads() const override { return workers_.size(); }

    // Whether a circulation is under way, which will soon give the best.
    bool has_two_sides() const { return two_sides_.has_value(); }

private:
    struct Effort {
        std::uint64_t nodes = 0, updates = 0, depth = 0, work = 0;

        void add(const BoundedTree& tree);
    };

    // What one thread has.
    struct Worker {
        Worker(const CostModel& model, unsigned number);

        std::unique_ptr<BoundedTree> proof;  // or a part of it
        Neighbourhood neighbourhood;
        // In a turn: whether it has a part, and what has found a solution.
        bool proves = false, proof_found = false, neighbourhood_found = false;

        std::uint64_t work() const { return proof->work() + neighbourhood.tree().work(); }
    };

    BoundedTree& root() { return *workers_[0]->proof; }
    const BoundedTree& root() const { return *workers_[0]->proof; }
    bool is_alone() const { return workers_.size() == 1; }
    Effort effort() const;
    std::uint64_t proof_work() const;
    std::uint64_t neighbourhood_work() const;

    void circulate();
    void solve_program();
    void note_program();
    Cost bound_of(std::span<const double> prices) const;
    std::vector<double> program_shares() const;
    std::uint64_t first_steps() const;
    bool wants_program() const;
    bool has_wide_gap() const;
    bool seeks_by_program();
    void note_program_work(std::uint64_t work, std::uint64_t nodes);
    void dive();
    void begin_program(bool is_resumed);
    void raise_root();
    Cost cost_of(std::span<const Index> chosen) const;
    void turn(Team& team, std::uint64_t nodes);
    void call_workers();
    void share_proof();
    bool is_in_vain() const;
    void work_on(Worker& worker, std::uint64_t nodes) const;
    void note_found();
    void note_proof(bool was_at_root);
    void begin_round();
    void begin_tree(Cost limit);
    bool wants_odd_sets() const;
    bool wants_node_programs();
    bool is_nearly_done();
    void begin_ascent(Cost limit);
    void begin_odd_sets();
    bool is_rising();
    std::vector<CostModel::Row> violated_rows();
    bool round_rows();
    void add_odd_sets();
    void make_trees();
    void take(std::span<const Index> chosen, Cost cost, bool is_new = true);
    Cost most_wanted() const;
    // The bound that is reported, that prunes and that ends the search is one.
    bool is_done() const { return least_ > most_wanted(); }

    CostModel model_;
    const double gap_;
    const unsigned threads_;
    std::vector<std::unique_ptr<Worker>> workers_;  // the tree of the proof begins with the first one
    std::optional<TwoSides> two_sides_;  // until it is done
    std::unique_ptr<LinearProgram> program_;  // of the root, after the first ascent
    std::unique_ptr<LinearDive> dive_;  // along it, until it is over
    bool solves_program_ = false, has_dived_ = false;
    std::vector<double> shares_;  // of options in it
    std::uint64_t program_work_ = 0;  // with that of dives
    std::uint64_t ascent_work_ = 0;
    // Of the tree, in work of the proof: when it began, and when it seems to be done; 0 before that is judged.
    std::uint64_t round_began_ = 0, round_ends_ = 0;
    Effort past_;  // of other trees, before, and of the circulation
    std::vector<Index> best_;  // a solution, in the numbers of the model
    std::uint64_t tries_ = 0,
                  found_at_ = 0;  // work of the neighbourhood as it counts, and that up to the last improvement
    const std::uint64_t head_start_;  // of the proof, in work
    Cost wanted_, best_cost_ = 0, least_;
    bool has_best_ = false;
    Cost stride_ = 0;  // how far beyond the bound the tree of the proof goes
    bool in_round_ = false;
    bool only_ascent_ = true;  // the tree of the proof is left as soon as the bound at its root is known
    const Index first_rows_;  // before some were added by rounding
    std::uint64_t rounding_rounds_ = 0, risen_at_ = 0;  // and the last of them that raised the program,
    double risen_to_ = 0;  // to what
    std::uint64_t odd_rounds_ = 0;
    bool rounds_rows_ = true;
    bool is_resumed_ = false;  // whether the program of the root goes on from another one
    Cost unsolved_bound_ = 0;  // before the program of the root
    Cost unrounded_bound_ = 0;  // before rows were added to it
    std::vector<Cost> unrounded_prices_;
    bool seeks_odd_sets_ = false;
    Index odd_sets_ = 0;  // added in the last of these rounds
    Cost odd_bound_ = 0;  // before it
    std::vector<Cost> prices_;  // of the proof, at the beginning of a turn
    Covers covers_;
    std::uint64_t solutions_ = 0;
};

}  // namespace excover::cost
