#include "core/sum_row.hpp"

namespace excover {

namespace {

constexpr Weight kMostTogether = Weight{1} << 62;

__extension__ using Wide = __int128;

}  // namespace

Weight SumRow::together(Index most_options) const {
    Wide sum = 0;
    if (options.size() != weights.size()) throw InvalidProblem("a sum has as many weights as options");
    for (std::size_t k = 0; k < options.size(); ++k) {
        if (options[k] >= most_options || (k > 0 && options[k] <= options[k - 1]))
            throw InvalidProblem("a sum has options that do not exist, or not in order");
        sum += weights[k] < 0 ? -Wide{weights[k]} : Wide{weights[k]};
    }
    if (sum >= kMostTogether) throw InvalidProblem("the weights of a sum are too large");
    return static_cast<Weight>(sum);
}

}  // namespace excover
