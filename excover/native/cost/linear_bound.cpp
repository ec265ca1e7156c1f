#include "cost/linear_bound.hpp"

#include <chrono>
#include <utility>

#include "core/tuning.hpp"

namespace excover::tuning {

extern Tunable cost_turn;

}  // namespace excover::tuning

namespace excover::cost {

LinearBound linear_bound(const Problem& problem, std::span<const Cost> costs, std::span<const LinearConstraint> rows,
                         double seconds) {
    const CostModel model(problem, costs, rows);
    LinearProgram program(model);
    const PropagationState state(model);
    if (!state.is_possible()) return {LinearProgram::Status::impossible, 0, {}, {}};
    program.restrict_to(state);
    program.loosen();
    const auto ends = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    auto status = program.status();
    while (status == LinearProgram::Status::running && std::chrono::steady_clock::now() < ends)
        status = program.run(tuning::cost_turn);
    if (status != LinearProgram::Status::optimal) return {status, 0, {}, {}};
    const std::vector<double> prices = program.prices();
    const std::span<const double> of_items = std::span<const double>(prices).subspan(model.rows());
    std::vector<double> rates(prices.begin(), prices.begin() + static_cast<std::ptrdiff_t>(rows.size()));
    for (double& rate : rates) rate *= model.unit();
    return {status, model.known(program.value()), model.known_prices(of_items, costs), std::move(rates)};
}

}  // namespace excover::cost
