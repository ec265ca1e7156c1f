// All solutions of a model that cost no more than a limit, depth first.
//
// A node of the tree takes the item with the fewest ways to be covered, and chooses its option of least reduced cost or
// rules it out. In each node, a few subgradient steps raise the bound, and reduced costs fix options: an option with a
// great reduced cost is ruled out, one with a very negative reduced cost is chosen (H. Crowder, E. L. Johnson and M. W.
// Padberg, "Solving large-scale zero-one linear programming problems", Operations Research 31 (1983) 803-834).
//
// At the root, once its prices are known, a greedy cover is made by them: options by reduced cost, as long as they are
// of use and fit (for set covering J. E. Beasley, "A Lagrangian heuristic for set-covering problems", Naval Research
// Logistics 37 (1990) 151-164). It is made where at least half of the options cover no item that must be covered: in a
// knapsack it is nearly the best, and a tree alone is lost; in a set partition it is a dead end or far from the best,
// and a bad beginning.
//
// The search has an explicit stack: run() continues where the last run() stopped. Another tree of the model may take
// over a part.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/problem.hpp"
#include "cost/cost_model.hpp"
#include "cost/linear_program.hpp"

namespace excover::cost {

// Of an option: whether it is chosen. Of two items, each of which needs one more option: whether one covers both. Of an
// item that takes one of several amounts: whether that is at most the amount of an option, or none without such.
struct Branch {
    Index first, second = kNone;  // an option, two items, or an item and an option of it
    bool is_amount = false;
    auto operator<=>(const Branch&) const = default;
    bool is_option() const { return second == kNone && !is_amount; }

    // Goes one way; false if some item then cannot be covered. propagate() then draws the consequences.
    bool take(const CostModel& model, PropagationState& state, bool together) const;
};

// How a node of the proof is divided where the linear program decides: into two parts whose programs cost more.
//
// The parts of a node are either an option taken and left, or two items that are covered once, by one option together
// or by two (D. M. Ryan and B. A. Foster, "An integer programming approach to scheduling", 1981): that divides evenly,
// where one option of thousands that is left hardly changes anything. Where the options of an item are amounts of the
// same, such as how often a pattern is cut, they are divided into those up to an amount and those beyond (E. M. L.
// Beale and J. A. Tomlin, "Special facilities in a general mathematical programming system", 1970): without one amount,
// the program takes parts of its neighbours, and costs the same. Which pair or option, a few pivots show that are made
// on trial, and what was seen before of it (T. Achterberg, T. Koch and A. Martin, "Branching rules revisited",
// Operations Research Letters 33 (2005) 42-54).
class LinearBranching {
public:
    // With the program of the root, if it was solved already. The model must outlive it.
    LinearBranching(const CostModel& model, const LinearProgram* root);

    // The program of a state, as far as is needed to see that it costs more than `enough`.
    const LinearProgram& solve(const PropagationState& state, double enough);
    bool is_solved() const { return program_->status() == LinearProgram::Status::optimal; }
    // Whether it takes what is ruled out by now, or not wholly what is chosen.
    bool is_outdated(const PropagationState& state) const;
    // The open options that it takes, if it takes each wholly; amounts of the same count as what they are together.
    std::optional<std::vector<Index>> whole(const PropagationState& state) const;

    struct Way {
        Branch branch;
        bool together;  // the side to look at first: where there is no solution, or else the cheaper one
    };
    // None if nothing is divided.
    std::optional<Way> pick(PropagationState& state, double enough);

    std::uint64_t work() const { return work_; }

private:
    // How much more the program costs for each unit that a branch takes away, by sides: apart, together.
    struct Gains {
        double sum[2] = {0, 0};
        unsigned count[2] = {0, 0};
    };
    struct Candidate {
        Branch branch;
        double share, score;
    };
    struct Trial {
        double gain;
        bool is_over;
    };

    std::vector<Candidate> candidates(const PropagationState& state) const;
    void add_amounts(const PropagationState& state, std::vector<Candidate>& found) const;
    void add_pairs(const PropagationState& state, std::vector<Candidate>& found) const;
    void add_options(const PropagationState& state, std::vector<Candidate>& found) const;
    double expected(const Candidate& candidate, bool together) const;
    bool is_reliable(const Branch& branch) const;
    Trial try_side(PropagationState& state, const Branch& branch, bool together, double enough);
    void note(const Candidate& candidate, bool together, double gain);

    const CostModel& model_;
    std::unique_ptr<LinearProgram> program_;
    std::map<Branch, Gains> gains_;
    Gains all_;
    std::uint64_t work_ = 0;
};

class BoundedTree {
public:
    // The model must outlive it.
    explicit BoundedTree(const CostModel& model);

    // A new tree: solutions that cost at most `limit` and contain the options `kept`, which agree with each other. At
    // its root, at most so many subgradient steps.
    void begin(Cost limit, std::span<const Index> kept, std::uint64_t root_steps);
    // Whether it tries a greedy cover first.
    bool is_greedy() const { return is_greedy_; }
    // From now on, only solutions that cost at most so much, which is less than before.
    void lower_limit(Cost limit) { limit_ = limit; }
    Cost limit() const { return limit_; }

    // The other branch of the node nearest to the root that has one: what is chosen there, or closed at all, and the
    // prices.
    struct Part {
        std::vector<Index> chosen, closed, required;
        std::vector<Cost> prices;
        Branch other{kNone};  // of items, which side is searched
        bool together = false;
        double share = 0;  // of the tree
    };
    // From now on, a node that the steps leave open is left to the linear program, too, which also says how it is
    // divided; with that of the root, if it was solved already.
    void use_program(const LinearProgram* root) {
        if (!program_) program_ = std::make_unique<LinearBranching>(model_, root);
    }

    bool has_program() const { return program_ != nullptr; }

    // How many options are open in that branch; 0 if there is none to give away.
    std::size_t open_to_steal() const;
    Part split();
    // Searches a part of another tree, for solutions that cost at most `limit`.
    void enter_part(const Part& part, Cost limit);
    void leave() {
        phase_ = Phase::done;
        finished_ = 0;
    }
    bool is_done() const { return phase_ == Phase::done; }

    enum class Pause { found, exhausted, work };
    // Runs until a solution is found, which is then in chosen(), or work() or nodes() have grown so much.
    Pause run(std::uint64_t work, std::uint64_t nodes);

    // The last solution found.
    std::span<const Index> chosen() const { return found_; }
    Cost cost() const { return found_cost_; }

    // Which options the last bound at the root took, as shares of 0 and 1.
    std::span<const double> shares() const { return shares_; }

    // No solution of the tree costs less; known once the root is done.
    Cost least() const { return least_; }
    bool is_at_root() const { return phase_ == Phase::root || phase_ == Phase::greedy; }
    std::span<const Cost> prices() const { return lagrangian_.prices(); }
    void set_prices(std::span<const Cost> prices) { lagrangian_.set_prices(prices); }
    // Of all options, before anything is chosen, by the prices; the tree is left.
    void find_reduced() {
        forget();
        leave();
        lagrangian_.bound(state_);
    }
    Cost reduced(Index option) const { return lagrangian_.reduced(option); }
    // The same with prices in units of cost; those that are too large are ignored.
    void begin_with(std::span<const Cost> prices) { lagrangian_.begin_with(prices); }
    void begin_with(std::span<const double> prices) { lagrangian_.begin_with(prices); }

    // How much of the tree, or of a part since the tree began, is behind it, where both sides of a node count alike.
    double finished() const { return finished_; }

    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t updates() const { return state_.updates(); }
    std::uint64_t depth() const { return depth_; }
    std::uint64_t work() const {
        return lagrangian_.work() + (program_ ? program_->work() : 0) + state_.updates() + state_.looks() +
               greedy_work_ + nodes_ * model_.items();
    }

private:
    struct Level {
        Branch branch;
        bool together;  // the side that was looked at first
        PropagationState::Mark mark;
        double share;  // of the tree, that of its other side
    };
    enum class Phase { root, greedy, enter, back, done };

    void forget();
    void subgradient_step();
    void note_bound(Cost bound);
    bool suits_greed() const;
    void leave_root();
    bool cover_greedily();
    bool add_by_reduced_cost();
    bool is_of_use(Index option) const;
    bool is_covered() const;
    bool note_found();
    bool enter();
    void back();
    void push(const Branch& branch, bool together);
    bool enter_by_program();
    bool enter_by_option();
    bool note_whole();
    bool is_hopeless(Cost bound) const { return bound > limit_ * lagrangian_.parts(); }
    double target(Cost bound) const;
    bool raise_bound();
    bool solve_program();
    bool decide(Cost bound);
    double openness(Index option) const;
    Index tightest();
    Index pick();
    Index most_open_to_relieve(Index row) const;
    Index most_open(std::span<const Index> options) const;

    const CostModel& model_;
    const bool is_greedy_;
    PropagationState state_;
    Lagrangian lagrangian_;
    std::unique_ptr<LinearBranching> program_;
    PropagationState::Mark root_;
    std::vector<Level> levels_;
    double share_ = 1, finished_ = 0;  // of the tree: that of the current node, and that of nodes before it
    std::size_t stolen_ = 0;  // of the levels, from the root on: their other branches are given away
    std::vector<Cost> best_prices_;  // at the root
    std::vector<Index> order_;  // scratch
    std::vector<Index> found_;
    std::vector<double> shares_;
    std::vector<double> ways_;  // of an item: how open its options are together
    Phase phase_ = Phase::done;
    Cost limit_ = 0, least_ = 0, best_bound_ = 0, found_cost_ = 0;
    Cost room_ = 0;  // between the last bound and the limit, in parts
    double pace_ = 1;
    std::uint64_t root_steps_ = 0, vain_steps_ = 0;  // steps at the root that are left, and those without success
    std::uint64_t nodes_ = 0, depth_ = 0, greedy_work_ = 0;
};

}  // namespace excover::cost
