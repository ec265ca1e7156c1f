// A solution near the linear program of a model, by diving: what the program takes wholly is chosen, and of the rest
// the option that it takes most of; then it is solved again, which takes few pivots (T. Achterberg, "Constraint integer
// programming" (2007), chapter 9). Where that leads to a dead end, the last option so chosen is ruled out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"
#include "cost/lagrangian.hpp"
#include "cost/linear_program.hpp"

namespace excover::cost {

class LinearDive {
public:
    // Of a program that is solved; both must outlive it.
    LinearDive(const CostModel& model, LinearProgram& program);

    enum class Pause { found, over, work };
    // Goes on for so much work, or until a solution is found that costs at most `limit`, which is then in chosen().
    Pause run(Cost limit, std::uint64_t work);

    std::span<const Index> chosen() const { return state_.chosen(); }
    Cost cost() const { return state_.spent(); }

    // Without that of the program.
    std::uint64_t work() const { return state_.updates() + state_.looks(); }
    std::uint64_t nodes() const { return nodes_; }

private:
    struct Step {
        Index option;
        PropagationState::Mark mark;
    };

    bool descend(Cost limit);
    bool choose_whole();
    bool choose_most();
    bool go_back();
    bool is_solution() const;

    const CostModel& model_;
    PropagationState state_;
    LinearProgram& program_;
    const std::uint64_t last_;  // work of the program
    bool is_over_ = false, has_found_ = false;
    std::vector<Step> path_;
    std::vector<Index> whole_;  // scratch
    std::uint64_t nodes_ = 0;
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
