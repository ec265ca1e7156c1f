// The linear program against its own certificate: what it takes keeps to all bounds, and the bound of its prices, in
// whole numbers, is its cost.
#include <algorithm>
#include <cmath>

#include "cost/cheapest_search.hpp"
#include "cost/cost_model.hpp"
#include "cost/linear_program.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::cost;
using namespace excover::test;

namespace {

using Entry = BasisFactors::Entry;

double dense_product(const BasisFactors::Columns& columns, std::span<const Index> column_of, Index row,
                     std::span<const double> x) {
    double sum = 0;
    for (Index at = 0; at < column_of.size(); ++at) {
        if (column_of[at] == kNone)
            sum += at == row ? x[at] : 0;
        else
            for (const Entry& entry : columns[column_of[at]]) sum += entry.row == row ? entry.value * x[at] : 0;
    }
    return sum;
}

double transposed_product(const BasisFactors::Columns& columns, Index column, Index at, std::span<const double> x) {
    if (column == kNone) return x[at];
    double sum = 0;
    for (const Entry& entry : columns[column]) sum += entry.value * x[entry.row];
    return sum;
}

BasisFactors::Columns random_columns(Random& random, Index rows) {
    BasisFactors::Columns columns(rows);
    for (auto& column : columns) {
        const Index most = random.below(3) == 0 ? rows : 2;
        for (Index row = 0; row < rows; ++row)
            if (random.below(rows) < most) column.push_back({row, random.below(4) == 0 ? -0.5 : 1.0});
    }
    if (random.below(3) == 0) columns[0] = columns[rows - 1];  // singular
    return columns;
}

void factors_solve(unsigned seed) {
    Random random(seed);
    const Index rows = 1 + random.below(12);
    BasisFactors::Columns columns = random_columns(random, rows);
    BasisFactors factors;
    std::vector<Index> column_of = factors.factorize(columns, rows);
    for (Index replaced = 0; replaced < 4; ++replaced) {
        std::vector<double> right(rows), x;
        for (double& value : right) value = static_cast<double>(random.below(9)) - 4;
        x = right;
        factors.solve(x);
        for (Index row = 0; row < rows; ++row)
            CHECK(std::abs(dense_product(columns, column_of, row, x) - right[row]) < 1e-6);
        x = right;
        factors.solve_transposed(x);
        for (Index at = 0; at < rows; ++at)
            CHECK(std::abs(transposed_product(columns, column_of[at], at, x) - right[at]) < 1e-6);
        columns.push_back(random_columns(random, rows)[0]);
        std::vector<double> solved(rows);
        for (const Entry& entry : columns.back()) solved[entry.row] = entry.value;
        factors.solve(solved);
        const auto size = [&](Index row) { return std::abs(solved[row]); };
        Index row = 0;
        for (Index other = 0; other < rows; ++other)
            if (size(other) > size(row)) row = other;
        if (size(row) < 0.1) continue;
        factors.replace(row, solved);
        column_of[row] = static_cast<Index>(columns.size() - 1);
    }
}

// In units of cost.
double exact_bound(const CostModel& model, const LinearProgram& program) {
    Lagrangian lagrangian(model);
    lagrangian.begin_with(program.prices());
    return static_cast<double>(lagrangian.bound(PropagationState(model))) / static_cast<double>(lagrangian.parts());
}

void keeps_to_all_bounds(const CostModel& model, const LinearProgram& program) {
    for (Index item = 0; item < model.items(); ++item) {
        double sum = 0;
        for (const Index option : model.options_of(item)) sum += program.share(option);
        CHECK(sum > model.lower(item) - 1e-5 && sum < static_cast<double>(model.upper(item)) + 1e-5);
    }
    for (Index row = 0; row < model.rows(); ++row) {
        double sum = 0, scale = 1;
        for (const auto& [option, weight] : model.weighed(row)) {
            sum += program.share(option) * static_cast<double>(weight);
            scale += std::abs(static_cast<double>(weight));
        }
        CHECK(sum < static_cast<double>(model.upper_sum(row)) + 1e-5 * scale);
    }
}

void is_solved(const CostModel& model, const LinearProgram& program, bool has_solution) {
    const double scale = 1 + static_cast<double>(model.total());
    if (program.status() == LinearProgram::Status::impossible) {
        CHECK(!has_solution);
        CHECK(exact_bound(model, program) > static_cast<double>(model.total()));
        return;
    }
    CHECK(program.status() == LinearProgram::Status::optimal);
    keeps_to_all_bounds(model, program);
    const double rounding = 1e-3 * (model.items() + model.rows() + model.options());
    CHECK(std::abs(exact_bound(model, program) - program.value()) < 1e-6 * scale + rounding);
}

std::vector<Cost> random_costs(Random& random, std::size_t options) {
    std::vector<Cost> costs;
    for (std::size_t option = 0; option < options; ++option) costs.push_back(static_cast<Cost>(random.below(15)) - 5);
    return costs;
}

Cost least_cost(const Solutions& all, std::span<const Cost> costs) {
    Cost least = std::numeric_limits<Cost>::max();
    for (const auto& cover : all) {
        Cost cost = 0;
        for (const Index option : cover) cost += costs[option];
        least = std::min(least, cost);
    }
    return least;
}

Rows small_rows(Random& random, Index options) {
    Rows rows = random_rows(random, options);
    std::erase_if(rows, [](const LinearConstraint& row) {
        return std::abs(static_cast<double>(row.upper)) > 1e6 ||
               std::ranges::any_of(row.weights, [](Weight weight) { return std::abs(weight) > 1'000'000; });
    });
    return rows;
}

// Solved at once and in slices; then with one option chosen, as from the beginning.
void program_is_certified(unsigned seed) {
    Random random(seed);
    const Draft draft = seed % 2 == 0 ? random.draft() : exact_draft(seed);
    const auto options = static_cast<Index>(draft.starts.size() - 1);
    const std::vector<Cost> costs = random_costs(random, options);
    const Rows rows = seed % 3 == 0 ? small_rows(random, options) : Rows();
    const Problem problem = draft.problem();
    const CostModel model(problem, costs, rows);
    PropagationState state(model);
    if (!state.is_possible()) return;
    const Solutions all = within(draft, rows);
    LinearProgram program(model), sliced(model);
    for (LinearProgram* each : {&program, &sliced}) each->restrict_to(state);
    while (sliced.run(1) == LinearProgram::Status::running) continue;
    CHECK(program.run(UINT64_MAX / 2) == sliced.status() && program.prices() == sliced.prices());
    is_solved(model, program, !all.empty());
    if (program.status() != LinearProgram::Status::optimal) return;
    CHECK(all.empty() || program.value() < static_cast<double>(model.own(least_cost(all, costs))) + 1e-6);
    if (state.open().empty() || !state.choose(state.open().front())) return;
    const double before = program.value();
    program.restrict_to(state);
    LinearProgram anew(model);
    anew.restrict_to(state);
    CHECK(program.run(UINT64_MAX / 2) == anew.run(UINT64_MAX / 2));
    if (anew.status() != LinearProgram::Status::optimal) return;
    CHECK(std::abs(program.value() - anew.value()) < 1e-5 && program.value() > before - 1e-5);
}

// Three halves, until the odd set that forbids them is added. Costs are divided by 2.
void halves_are_cut_off() {
    Draft ring;
    ring.add_primary(4);
    for (const Index item : {0, 1, 2}) ring.add_option({item, (item + 1) % 3});
    ring.add_option({0, 1, 2});
    ring.add_option({3});
    const Problem problem = ring.problem();
    CostModel model(problem, std::vector<Cost>{2, 2, 2, 10, 7});
    LinearProgram program(model);
    program.restrict_to(PropagationState(model));
    CHECK(program.run(UINT64_MAX / 2) == LinearProgram::Status::optimal);
    CHECK(std::abs(program.value() - 1.5) < 1e-6 && std::abs(program.share(0) - 0.5) < 1e-6);
    model.add_pairs_of(std::vector<Triple>{{0, 1, 2}});
    program.grow();
    program.restrict_to(PropagationState(model));
    CHECK(program.run(UINT64_MAX / 2) == LinearProgram::Status::optimal);
    CHECK(std::abs(program.value() - 5) < 1e-6);
    is_solved(model, program, true);
}

// What a dive finds is a solution within the limit, and from a program that takes options wholly it is the best.
void dives_find_solutions(unsigned seed) {
    Random random(seed);
    const Draft draft = exact_draft(seed);
    const auto options = static_cast<Index>(draft.starts.size() - 1);
    const std::vector<Cost> costs = random_costs(random, options);
    const Problem problem = draft.problem();
    const CostModel model(problem, costs);
    PropagationState state(model);
    state.tighten_all();
    if (!state.is_possible() || !state.propagate()) return;
    LinearProgram program(model);
    program.restrict_to(state);
    if (program.run(UINT64_MAX / 2) != LinearProgram::Status::optimal) return;
    const Solutions all = naive(draft);
    const Cost least = all.empty() ? 0 : model.own(least_cost(all, costs));
    LinearDive dive(model, program, UINT64_MAX);
    if (dive.run(model.total(), UINT64_MAX / 2) != LinearDive::Pause::found) return;
    CHECK(!all.empty() && dive.cost() >= least);
    std::vector<Index> cover = model.original(dive.chosen());
    CHECK(all.contains(cover));
    for (Cost limit = dive.cost() - 1;;) {
        LinearDive further(model, program, UINT64_MAX);
        if (further.run(limit, UINT64_MAX / 2) != LinearDive::Pause::found) break;
        CHECK(further.cost() <= limit && all.contains(model.original(further.chosen())));
        limit = further.cost() - 1;
    }
    LinearDive below(model, program, UINT64_MAX);
    CHECK(below.run(least - 1, UINT64_MAX / 2) == LinearDive::Pause::over);
}

}  // namespace

int main() {
    for (unsigned seed = 0; seed < examples(3000); ++seed) factors_solve(seed);
    for (unsigned seed = 0; seed < examples(5000); ++seed) program_is_certified(seed);
    for (unsigned seed = 0; seed < examples(3000); ++seed) dives_find_solutions(seed);
    halves_are_cut_off();
    return 0;
}
