// Two heuristics of integer programming, which find good solutions early: a dive along the linear program, and large
// neighbourhood search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/numbers.hpp"
#include "core/problem.hpp"
#include "cost/bounded_tree.hpp"
#include "cost/lagrangian.hpp"
#include "cost/linear_program.hpp"

namespace excover::cost {

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
    Neighbourhood(const CostModel& model, std::size_t most_saved, unsigned number);
    // After a change of the model.
    void renew(const CostModel& model, std::size_t most_saved);

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

}  // namespace excover::cost
