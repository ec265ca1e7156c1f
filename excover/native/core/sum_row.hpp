// A bound on a sum: the weights of the chosen options sum to at most a number.
#pragma once

#include <cstdint>
#include <vector>

#include "core/problem.hpp"

namespace excover {

using Weight = std::int64_t;

// The weights of `options`, ascending, sum to at most `upper`; all other options weigh nothing.
struct SumRow {
    std::vector<Index> options;
    std::vector<Weight> weights;
    Weight upper;

    // The absolute weights together, which are less than 2^62; throws InvalidProblem if they are not, or if the options
    // are not among so many, or not in order.
    Weight together(Index most_options) const;
};

}  // namespace excover
