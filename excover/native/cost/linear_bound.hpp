// The linear program of a problem, for those who search themselves, such as by column generation.
#pragma once

#include <span>
#include <vector>

#include "core/problem.hpp"
#include "cost/linear_program.hpp"

namespace excover::cost {

// The least cost of a fractional solution, and the prices of the
// items and the rates of the rows that prove it.
struct LinearBound {
    LinearProgram::Status status;
    double value;
    std::vector<double> items, rows;
};
LinearBound linear_bound(const Problem& problem, std::span<const Cost> costs, std::span<const LinearConstraint> rows,
                         double seconds);

}  // namespace excover::cost
