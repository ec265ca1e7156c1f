// The search for the best solution against the definition, with and without bounds on sums, stopped and resumed
// everywhere.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "core/tuning.hpp"
#include "core/verify.hpp"
#include "cost/cheapest_search.hpp"
#include "cost/cost_model.hpp"
#include "support.hpp"

namespace excover::tuning {
extern Tunable cost_alone, cost_first_steps, cost_node_patience, cost_node_program, cost_node_start, cost_odd_gain,
    cost_odd_nodes, cost_program_gain, cost_program_gap, cost_program_start, cost_team_turn;
}

using namespace excover;
using namespace excover::cost;
using namespace excover::test;

namespace {

constexpr Cost kNoCost = std::numeric_limits<Cost>::max();

Cost cost_of(std::span<const Cost> costs, std::span<const Index> cover) {
    Cost cost = 0;
    for (const Index option : cover) cost += costs[option];
    return cost;
}

std::vector<Cost> random_costs(Random& random, std::size_t options) {
    const Cost unit = random.below(4) == 0 ? Cost{1} << 54 : 1 + static_cast<Cost>(random.below(7));
    std::vector<Cost> costs;
    for (std::size_t option = 0; option < options; ++option)
        costs.push_back((static_cast<Cost>(random.below(15)) - 5) * unit + random.below(2));
    return costs;
}

// What is found gets better; the bound is right at any time; at the end both meet.
void agrees_with_definition(const Draft& draft, std::span<const Cost> costs, const Allowance& allowance,
                            const Rows& rows = {}, unsigned threads = 1) {
    const Problem problem = draft.problem();
    const Solutions all = within(draft, rows);
    Cost least = kNoCost, best = kNoCost;
    for (const auto& cover : all) least = std::min(least, cost_of(costs, cover));
    Verifier verifier(problem);
    CheapestSearch search(problem, costs, 0, rows, threads);
    for (bool more = true; more;) {
        more = search.run(allowance) != Stop::exhausted;
        CHECK(all.empty() || search.bound() <= least);
        for (std::size_t k = 0; k < search.covers().size(); ++k) {
            CHECK(!verifier.fault(search.covers()[k]));
            CHECK(
                std::ranges::all_of(rows, [&](const LinearConstraint& row) { return holds(row, search.covers()[k]); }));
            const Cost cost = cost_of(costs, search.covers()[k]);
            CHECK(cost < best);
            best = cost;
        }
        search.clear_covers();
    }
    CHECK(best == least);
    CHECK(all.empty() || search.bound() == least);
    CHECK(search.run(allowance) == Stop::exhausted);
}

// Only what costs at most so much is found, and that there is nothing is a bound above it.
void keeps_to_what_is_wanted(const Draft& draft, std::span<const Cost> costs, const Rows& rows = {}) {
    const Problem problem = draft.problem();
    const Solutions all = within(draft, rows);
    Cost least = kNoCost;
    for (const auto& cover : all) least = std::min(least, cost_of(costs, cover));
    if (all.empty()) return;
    for (const Cost wanted : {least - 1, least, least + 2}) {
        CheapestSearch search(problem, costs, 0, rows);
        search.want_at_most(wanted);
        CHECK(search.run({}) == Stop::exhausted);
        CHECK(search.bound() <= least && search.bound() > std::min(wanted, least - 1));
        CHECK((search.covers().size() > 0) == (wanted >= least));
        for (std::size_t k = 0; k < search.covers().size(); ++k) CHECK(cost_of(costs, search.covers()[k]) <= wanted);
    }
}

// A solution from elsewhere: only better ones are found, also where it has an option that is of no use.
void goes_on_from_any_solution(const Draft& draft, std::span<const Cost> costs, const Rows& rows = {}) {
    const Problem problem = draft.problem();
    const Solutions all = within(draft, rows);
    Cost least = kNoCost;
    for (const auto& cover : all) least = std::min(least, cost_of(costs, cover));
    for (const auto& cover : all) {
        CheapestSearch search(problem, costs, 0, rows);
        search.offer(cover);
        CHECK(search.run({}) == Stop::exhausted);
        CHECK(search.bound() == least);
        Cost best = cost_of(costs, cover);
        for (std::size_t k = 0; k < search.covers().size(); ++k) {
            CHECK(cost_of(costs, search.covers()[k]) < best);
            best = cost_of(costs, search.covers()[k]);
        }
        CHECK(best == least);
    }
}

// Items of two sides, covered a..b times; options of one or two of them, some of which cost less than nothing.
Draft two_sided_draft(Random& random) {
    Draft draft;
    const Index left = 1 + random.below(4), right = 1 + random.below(4);
    for (Index item = 0; item < left + right; ++item) {
        const Index low = random.below(3) == 0 ? random.below(3) : 1;
        const Index least = item < left && low == 0 ? 2 : 1;  // left items are primary
        draft.add_item(low, std::max(low, least) + (random.below(3) == 0 ? random.below(3) : 0));
    }
    for (Index options = random.below(12); options > 0; --options) {
        const Index kind = random.below(5), other = left + random.below(right);
        const bool has_right = kind != 1;  // else an option of one item
        if (kind != 0 || draft.lower[other] == 0) draft.cover(random.below(left));
        if (has_right) draft.cover(other);
        draft.end_option();
    }
    return draft;
}

// A circulation proves the best cost, or that there is no solution, at the root of the first tree.
void proves_two_sides_without_search(unsigned seed) {
    Random random(seed);
    const Draft draft = two_sided_draft(random);
    const std::vector<Cost> costs = random_costs(random, draft.starts.size() - 1);
    agrees_with_definition(draft, costs, {});
    agrees_with_definition(draft, costs, {1, 1, 1e18});
    if (seed % 5 == 0) goes_on_from_any_solution(draft, costs);
    if (seed % 5 == 1) keeps_to_what_is_wanted(draft, costs);
    const bool are_small = std::ranges::all_of(costs, [](Cost cost) { return std::abs(cost) < 1000; });
    const Problem problem = draft.problem();
    CheapestSearch search(problem, costs, 0);
    CHECK(search.has_two_sides() || !are_small);
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.nodes() == 0 || !are_small);
}

// Pairs and triples of items that are covered once at most: bounds of halves are frequent.
Draft odd_draft(Random& random) {
    Draft draft;
    const Index items = 3 + random.below(5);
    for (Index item = 0; item < items; ++item) draft.add_item(1, random.below(6) == 0 ? 2 : 1);
    for (Index options = random.below(13); options > 0; --options) {
        const Index first = random.below(items), second = (first + 1 + random.below(items - 1)) % items;
        const Index third = random.below(items);
        draft.cover(first);
        draft.cover(second);
        if (third != first && third != second && random.below(3) == 0) draft.cover(third);
        draft.end_option();
    }
    return draft;
}

void odd_sets_are_those_of_rings() {
    Draft ring;
    ring.add_primary(4);
    ring.add_option({0, 1});
    ring.add_option({1, 2, 3});
    ring.add_option({0, 2});
    ring.add_option({0, 3});
    const Problem problem = ring.problem();
    CostModel model(problem, std::vector<Cost>{1, 1, 1, 1});
    const std::vector<double> halves{0.5, 0.5, 0.5, 0}, one{1, 0, 0, 0};
    CHECK(violated_triples(model, halves, 9) == std::vector<Triple>({{0, 1, 2}}));
    CHECK(violated_triples(model, halves, 0).empty());
    CHECK(violated_triples(model, one, 9).empty());
    model.add_pairs_of(std::vector<Triple>{{0, 1, 2}});
    CHECK(model.items() == 5 && model.lower(4) == 0 && model.upper(4) == 1);
    CHECK(std::ranges::equal(model.options_of(4), std::vector<Index>{0, 1, 2}));
    CHECK(std::ranges::equal(model.covered(1), std::vector<Index>{1, 2, 3, 4}));
    model.drop_items(4);
    CHECK(model.items() == 4 && model.entries() == 9);
    CHECK(std::ranges::equal(model.covered(1), std::vector<Index>{1, 2, 3}));
}

void run_at_root(const CostModel& model, LinearProgram& program) {
    PropagationState state(model);
    state.tighten_all();
    if (state.is_possible()) state.propagate();
    program.restrict_to(state);
    program.run(1'000'000'000);
}

LinearProgram solved(const CostModel& model) {
    LinearProgram program(model);
    run_at_root(model, program);
    return program;
}

// At least 7 are wanted of what weighs 2 or 4: that takes two, though the program takes 1.75.
void sums_are_rounded() {
    Draft draft;
    draft.add_primary(1);
    draft.lower[0] = 0;
    draft.upper[0] = 3;
    for (Index option = 0; option < 4; ++option) draft.add_option({0});
    const Problem problem = draft.problem();
    CostModel model(problem, std::vector<Cost>{1, 1, 1, 1},
                    std::vector<LinearConstraint>{{{0, 1, 2, 3}, {-2, -2, -4, -4}, -7}});
    LinearProgram program = solved(model);
    CHECK(std::abs(program.value() - 1.75) < 1e-6);
    const auto rows = violated_roundings(model, program);
    CHECK(!rows.empty());
    std::vector<bool> stays(1 + rows.size(), true);
    model.renew_rows({true}, rows);
    CHECK(model.rows() == 1 + rows.size() && model.upper_sum(0) == -7);
    LinearProgram whole = solved(model);
    CHECK(std::abs(whole.value() - 2) < 1e-6);
    CHECK(violated_roundings(model, whole).empty());
    stays.assign(stays.size(), false);
    stays[0] = true;
    model.renew_rows(stays, {});
    CHECK(model.rows() == 1 && model.upper_sum(0) == -7 && model.shares(2).size() == 1);
}

Weight sum_of(const CostModel::Row& row, std::span<const Index> chosen) {
    Weight sum = 0;
    for (const auto& [option, weight] : row.weighed)
        sum += std::ranges::find(chosen, option) == chosen.end() ? 0 : weight;
    return sum;
}

// Amounts of some things, of which so much is wanted.
Draft amounts_draft(Random& random, Rows& rows) {
    Draft draft;
    const Index items = 2 + random.below(3);
    draft.add_primary(items);
    rows.assign(1 + random.below(3), {{}, {}, -4 - static_cast<Weight>(random.below(12))});
    Index option = 0;
    for (Index item = 0; item < items; ++item) {
        std::vector<Weight> weights;
        for (std::size_t row = 0; row < rows.size(); ++row) weights.push_back(random.below(4));
        const Weight amounts = 2 + static_cast<Weight>(random.below(3));
        for (Weight amount = random.below(3) == 0; amount <= amounts; ++amount, ++option) {
            draft.add_option({item});
            for (std::size_t row = 0; row < rows.size(); ++row) {
                if (amount * weights[row] == 0) continue;
                rows[row].options.push_back(option);
                rows[row].weights.push_back(-amount * weights[row]);
            }
        }
    }
    return draft;
}

// Every solution keeps to rows that round others, and to those that round these.
void roundings_lose_nothing() {
    std::array<std::size_t, 3> found{};  // for any options, amounts at a rate, and amounts whose costs are not
    for (unsigned seed = 0; seed < examples(1500); ++seed) {
        Random random(seed);
        Rows rows;
        const Draft draft = seed % 3 == 0 ? random.draft() : amounts_draft(random, rows);
        std::vector<Cost> costs = random_costs(random, draft.starts.size() - 1);
        if (seed % 3 == 0)
            rows = random_rows(random, static_cast<Index>(draft.starts.size() - 1));
        else
            for (Cost& cost : costs) cost = 0;
        for (const LinearConstraint& row : rows)  // what is heavier costs more
            for (std::size_t k = 0; k < row.options.size() && seed % 3 > 0; ++k)
                costs[row.options[k]] -=
                    row.weights[k] * (3 + static_cast<Cost>(seed % 3 == 1 ? &row - rows.data() : random.below(2)));
        const Problem problem = draft.problem();
        CostModel model(problem, costs, rows);
        for (int round = 0; round < 4; ++round) {
            LinearProgram program = solved(model);
            if (program.status() != LinearProgram::Status::optimal) break;
            const auto rounded = violated_roundings(model, program);
            found[seed % 3] += rounded.size();
            for (const auto& cover : within(draft, rows)) {
                const std::vector<Index> chosen = model.own(cover);
                for (const CostModel::Row& row : rounded) CHECK(sum_of(row, chosen) <= row.upper);
            }
            model.renew_rows(std::vector<bool>(model.rows(), true), rounded);
        }
    }
    CHECK(found[1] > 10 && found[2] > 50);
}

// Of three things of which no two fit, the program takes a half each; at most one fits.
void what_fits_is_separated() {
    Draft draft;
    draft.add_primary(3);
    for (Index item = 0; item < 3; ++item) {
        draft.add_option({item});
        draft.add_option({item});
    }
    const Problem problem = draft.problem();
    const Rows rows{{{0, 2, 4}, {5, 6, 7}, 9}, {{1, 3, 5}, {5, 6, 7}, 13}};
    CostModel model(problem, std::vector<Cost>{0, 1, 0, 1, 0, 1}, rows);
    std::uint64_t work = 0;
    const auto found = violated_knapsacks(model, solved(model), 2, work);
    CHECK(!found.empty() && work > 0);
    model.renew_rows({true, true}, found);
    const LinearProgram program = solved(model);
    CHECK(std::abs(program.value() - 2) < 1e-6);
    CHECK(violated_knapsacks(model, program, 2, work).empty());
    CHECK(violated_knapsacks(model, program, 0, work).empty());
}

// Things in bins, whose room is about what the things need there.
Draft bins_draft(Random& random, Rows& rows) {
    Draft draft;
    const Index things = 3 + random.below(3), bins = 2 + random.below(2);
    draft.add_primary(things);
    rows.assign(bins, {});
    for (Index option = 0; option < things * bins; ++option) {
        draft.add_option({option / bins});
        LinearConstraint& row = rows[option % bins];
        row.options.push_back(option);
        row.weights.push_back(1 + static_cast<Weight>(random.below(12)));
        row.upper += row.weights.back();
    }
    for (LinearConstraint& row : rows) row.upper = row.upper / bins + static_cast<Weight>(random.below(5));
    return draft;
}

// Every solution keeps to what is found, whether a program goes on from the last basis or not; these agree.
void knapsacks_lose_nothing() {
    std::size_t found = 0;
    for (unsigned seed = 0; seed < examples(1500); ++seed) {
        Random random(seed);
        Rows rows;
        const Draft draft = seed % 3 == 0 ? random.draft() : bins_draft(random, rows);
        const auto options = static_cast<Index>(draft.starts.size() - 1);
        if (seed % 3 == 0) rows = random_rows(random, options);
        const Problem problem = draft.problem();
        CostModel model(problem, random_costs(random, options), rows);
        const auto own = model.rows();
        const auto solutions = within(draft, rows);
        LinearProgram program = solved(model);
        for (int round = 0; round < 6 && program.status() == LinearProgram::Status::optimal; ++round) {
            std::uint64_t work = 0;
            const auto further = violated_knapsacks(model, program, own, work);
            found += further.size();
            for (const auto& cover : solutions)
                for (const CostModel::Row& row : further) CHECK(sum_of(row, model.own(cover)) <= row.upper);
            std::vector<bool> stays;
            for (Index row = 0; row < model.rows(); ++row) stays.push_back(row < own || program.binds(row));
            model.renew_rows(stays, further);
            program.renew_rows(stays);
            run_at_root(model, program);
            const LinearProgram anew = solved(model);
            CHECK(program.status() == anew.status());
            if (anew.status() == LinearProgram::Status::optimal)
                CHECK(std::abs(program.value() - anew.value()) < 1e-5 * (1 + std::abs(anew.value())));
        }
    }
    CHECK(found > 100);
}

// What an amount costs is not always in proportion to it.
void amounts_lose_nothing(unsigned seed, unsigned threads) {
    Random random(seed);
    Rows rows;
    const Draft draft = amounts_draft(random, rows);
    std::vector<Cost> costs = random_costs(random, draft.starts.size() - 1);
    for (Cost& cost : costs) cost = seed % 3 == 0 ? cost : 0;
    for (const LinearConstraint& row : rows)
        for (std::size_t k = 0; k < row.options.size(); ++k) costs[row.options[k]] -= 5 * row.weights[k];
    agrees_with_definition(draft, costs, {}, rows, threads);
    agrees_with_definition(draft, costs, {1, 1, 1e18}, rows, threads);
}

// An amount of two to six, or none: one side of a branch needs one beyond three.
void amounts_are_divided() {
    Draft draft;
    draft.add_primary(1);
    for (Index option = 0; option < 4; ++option) draft.add_option({0});
    const Problem problem = draft.problem();
    const std::vector<Cost> costs{1, 2, 3, 0};
    const CostModel model(problem, costs, Rows{{{0, 1, 2}, {2, 4, 6}, 9}});
    CHECK(model.amounts().items() == 1);
    PropagationState state(model);
    const auto mark = state.mark();
    CHECK(Branch({0, 1, true}).take(model, state, true) && state.open().size() == 2 && state.need(0) == 0);
    state.restore(mark);
    CHECK(Branch({0, 1, true}).take(model, state, false) && state.need(0) == 1 && state.required().size() == 1);
    CHECK(state.propagate() && std::ranges::equal(state.chosen(), std::vector<Index>{2}));
    state.restore(mark);
    CHECK(state.need(0) == 0 && state.open().size() == 3);
    CHECK(Branch({0, kNone, true}).take(model, state, true) && state.open().empty());
    CHECK(CostModel(problem, costs, Rows{{{0, 1, 2}, {2, 4, 4}, 9}}).amounts().items() == 0);
}

// With odd sets from the first node on.
void odd_sets_lose_nothing() {
    const std::uint64_t nodes = tuning::cost_odd_nodes, gain = tuning::cost_odd_gain;
    tuning::cost_odd_nodes.set(0);
    for (unsigned seed = 0; seed < examples(1500); ++seed) {
        Random random(seed);
        tuning::cost_odd_gain.set(seed % 2 == 0 ? gain : 1'000'000);
        const Draft draft = seed % 3 == 0 ? random.draft() : odd_draft(random);
        const std::vector<Cost> costs = random_costs(random, draft.starts.size() - 1);
        agrees_with_definition(draft, costs, {});
        agrees_with_definition(draft, costs, {1, 1, 1e18});
    }
    tuning::cost_odd_nodes.set(nodes);
    tuning::cost_odd_gain.set(gain);
}

// Bounds on sums, also of weights below 0 and so large that a unit of cost is a small part of the price of one, and
// with odd sets.
void keeps_to_bounds_on_sums(unsigned seed) {
    Random random(seed);
    const std::uint64_t nodes = tuning::cost_odd_nodes;
    if (seed % 4 == 0) tuning::cost_odd_nodes.set(0);
    const Draft draft = seed % 3 == 0 ? odd_draft(random) : seed % 3 == 1 ? two_sided_draft(random) : random.draft();
    const auto options = static_cast<Index>(draft.starts.size() - 1);
    const std::vector<Cost> costs = random_costs(random, options);
    const Rows rows = random_rows(random, options);
    agrees_with_definition(draft, costs, {}, rows);
    agrees_with_definition(draft, costs, {1, 1, 1e18}, rows);
    if (seed % 5 == 0) goes_on_from_any_solution(draft, costs, rows);
    if (seed % 5 == 1) keeps_to_what_is_wanted(draft, costs, rows);
    tuning::cost_odd_nodes.set(nodes);
}

// Every slot of a crossword is one item, and its options color the cells; a slot across decides the color of a cell.
Draft crossword_draft(Random& random) {
    Draft draft;
    const Index slots = 2 + random.below(3), cells = 1 + random.below(3);
    for (Index slot = 0; slot < slots; ++slot)
        draft.add_item(random.below(5) == 0 ? 0 : 1, random.below(6) == 0 ? 2 : 1);
    draft.add_item(1, 1);  // so that there is a primary item
    for (Index cell = 0; cell < cells; ++cell) draft.add_item(0, kUnbounded, true);
    draft.add_option({slots});
    for (Index options = random.below(14); options > 0; --options) {
        const Index slot = random.below(slots);
        draft.cover(slot);
        if (draft.lower[slot] == 0) draft.cover(slots);
        for (Index cell = 0; cell < cells; ++cell)
            if (random.below(slot == 0 ? 9 : 3) != 0) draft.cover(slots + 1 + cell, 1 + random.below(2));
        draft.end_option();
    }
    return draft;
}

// They hold in every solution.
void color_rows_lose_nothing(unsigned seed) {
    Random random(seed);
    const Draft draft = crossword_draft(random);
    const std::vector<LinearConstraint> rows = color_rows(draft.problem());
    for (const auto& cover : naive(draft))
        CHECK(std::ranges::all_of(rows, [&](const LinearConstraint& row) { return holds(row, cover); }));
    const std::vector<Cost> costs = random_costs(random, draft.starts.size() - 1);
    agrees_with_definition(draft, costs, {});
    agrees_with_definition(draft, costs, {1, 1, 1e18});
    if (seed % 5 == 0) goes_on_from_any_solution(draft, costs);
    if (seed % 5 == 1) keeps_to_what_is_wanted(draft, costs);
}

void colors_that_an_item_decides_are_rows() {
    Draft draft;
    draft.add_primary(2);
    draft.add_item(0, kUnbounded, true);
    for (const Index item : {0, 1})
        for (const Index color : {1, 2}) {
            draft.cover(item);
            draft.cover(2, color);
            draft.end_option();
        }
    const Problem problem = draft.problem();
    const std::vector<LinearConstraint> rows = color_rows(problem);
    CHECK(rows.size() == 2);
    CHECK(rows[0].options == std::vector<Index>({0, 2}) && rows[0].weights == std::vector<Weight>({-1, 1}) &&
          rows[0].upper == 0);
    CHECK(rows[1].options == std::vector<Index>({1, 3}) && rows[1].weights == std::vector<Weight>({-1, 1}) &&
          rows[1].upper == 0);
    const std::vector<Cost> costs{0, 9, 9, 0};  // without colors 0
    CheapestSearch search(problem, costs, 0);
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.bound() == 9 && search.nodes() <= 2);
}

// Options of thousands of colored items: to look at all items of an option for each of them would take a thousand
// million steps.
void options_color_many_items() {
    constexpr Index kColored = 4'000;
    constexpr Index kOptions = 60;
    Draft draft;
    draft.add_primary(2);
    for (Index cell = 0; cell < kColored; ++cell) draft.add_item(0, kUnbounded, true);
    for (Index option = 0; option < kOptions; ++option) {
        draft.cover(option % 2);
        for (Index cell = 0; cell < kColored; ++cell) draft.cover(2 + cell, 1 + (option + cell) % 3);
        draft.end_option();
    }
    const std::vector<LinearConstraint> rows = color_rows(draft.problem());
    CHECK(rows.size() == 3 * std::size_t{kColored});
    CHECK(std::ranges::all_of(rows, [](const LinearConstraint& row) { return row.options.size() == kOptions / 3; }));
}

// There are as many items that give the color as there are options: to look at all options for each of them would never
// end.
void many_items_give_a_color() {
    constexpr Index kItems = 300'000;
    Draft draft;
    draft.add_primary(kItems + 1);
    draft.add_item(0, kUnbounded, true);
    for (Index item = 0; item <= kItems; ++item)
        for (const Index color : {1, 2}) {
            draft.cover(item);
            draft.cover(kItems + 1, color);
            draft.end_option();
        }
    const std::vector<LinearConstraint> rows = color_rows(draft.problem());
    CHECK(rows.size() == 2 * std::size_t{kItems});
    CHECK(rows.back().options == std::vector<Index>({1, 2 * kItems + 1}) &&
          rows.back().weights == std::vector<Weight>({-1, 1}));
}

// Three threads that meet after every step find what one finds.
void threads_lose_nothing(unsigned seed) {
    Random random(seed);
    const unsigned threads = 2 + seed % 2;
    const Draft draft = seed % 3 == 0 ? odd_draft(random) : random.draft();
    const auto options = static_cast<Index>(draft.starts.size() - 1);
    const std::vector<Cost> costs = random_costs(random, options);
    agrees_with_definition(draft, costs, {}, {}, threads);
    agrees_with_definition(draft, costs, {1, 1, 1e18}, {}, threads);
    agrees_with_definition(draft, costs, {}, random_rows(random, options), threads);
}

Draft partition_draft(Random& random, Index items, Index options) {
    Draft draft;
    draft.add_primary(items);
    for (Index option = 0; option < options; ++option) {
        const Index first = random.below(items), second = (first + 1 + random.below(items - 1)) % items;
        draft.cover(first);
        if (option >= items) draft.cover(second);
        if (const Index third = random.below(items); option >= items && third != first && third != second)
            draft.cover(third);
        draft.end_option();
    }
    for (Index item = 0; item < items; ++item) draft.add_option({item});
    return draft;
}

// What several threads find, and in how many nodes, does not depend on how fast they are or where runs end.
void threads_are_repeatable() {
    Random random(7);
    const Draft draft = partition_draft(random, 24, 160);
    const Problem problem = draft.problem();
    std::vector<Cost> costs;
    for (Index option = 0; option < problem.options(); ++option)
        costs.push_back(static_cast<Cost>(option < 160 ? 30 + random.below(60) : 90));
    CheapestSearch one(problem, costs, 0);
    CHECK(one.run({}) == Stop::exhausted);
    for (const unsigned threads : {2U, 3U}) {
        CheapestSearch first(problem, costs, 0, {}, threads), other(problem, costs, 0, {}, threads);
        CHECK(first.run({}) == Stop::exhausted);
        while (other.run({UINT64_MAX, UINT64_MAX, 1e-5}, 1000) != Stop::exhausted) {
        }
        CHECK(first.threads() == threads);
        CHECK(first.bound() == one.bound() && other.bound() == one.bound());
        CHECK(first.nodes() == other.nodes() && first.work() == other.work());
        CHECK(first.covers().size() == other.covers().size());
        for (std::size_t k = 0; k < first.covers().size(); ++k)
            CHECK(std::ranges::equal(first.covers()[k], other.covers()[k]));
    }
}

void with_threads_from_the_beginning() {
    const std::uint64_t alone = tuning::cost_alone, turn = tuning::cost_team_turn;
    tuning::cost_alone.set(0);
    for (const auto& [work, seeds] : {std::pair{std::uint64_t{1}, 20U}, {std::uint64_t{300}, 100U}, {turn, 30U}}) {
        tuning::cost_team_turn.set(work);
        for (unsigned seed = 0; seed < seeds; ++seed) threads_lose_nothing(seed);
    }
    tuning::cost_team_turn.set(3000);
    threads_are_repeatable();
    tuning::cost_alone.set(alone);
    tuning::cost_team_turn.set(turn);
}

// The linear program is solved as soon as there are prices at all, whatever it gains.
void with_the_linear_program_at_once() {
    const std::pair<Tunable*, std::uint64_t> changes[] = {
        {&tuning::cost_first_steps, 1},  {&tuning::cost_program_start, 0}, {&tuning::cost_program_gap, 0},
        {&tuning::cost_program_gain, 0}, {&tuning::cost_node_program, 1},  {&tuning::cost_node_start, 0},
        {&tuning::cost_alone, 0},        {&tuning::cost_team_turn, 3000},  {&tuning::cost_node_patience, 0}};
    std::vector<std::uint64_t> before;
    for (const auto& [constant, value] : changes) {
        before.push_back(*constant);
        constant->set(value);
    }
    for (unsigned seed = 0; seed < examples(3000); ++seed) keeps_to_bounds_on_sums(seed);
    for (unsigned seed = 0; seed < examples(1000); ++seed) color_rows_lose_nothing(seed);
    odd_sets_lose_nothing();
    for (unsigned seed = 0; seed < examples(2000); ++seed) amounts_lose_nothing(seed, 1 + seed % 3);
    for (unsigned seed = 0; seed < 20; ++seed) threads_lose_nothing(seed);
    threads_are_repeatable();
    tuning::cost_node_patience.set(before.back());  // trees that seem to be nearly done, and may be more than that
    for (unsigned seed = 0; seed < examples(500); ++seed) keeps_to_bounds_on_sums(seed);
    for (unsigned seed = 0; seed < 20; ++seed) threads_lose_nothing(seed);
    threads_are_repeatable();
    for (std::size_t k = 0; k < before.size(); ++k) changes[k].first->set(before[k]);
}

void refuses_sums_that_are_wrong() {
    Draft draft;
    draft.add_primary(1);
    draft.add_option({0});
    draft.add_option({0});
    const Problem problem = draft.problem();
    const std::vector<Cost> costs{1, 2};
    const Weight most = (Weight{1} << 62) - 1;
    for (const LinearConstraint& row :
         Rows{{{0, 1}, {1}, 3}, {{1, 0}, {1, 1}, 3}, {{2}, {1}, 3}, {{0, 1}, {most, -1}, 3}})
        CHECK(refuses([&] { CheapestSearch(problem, costs, 0, Rows{row}); }));
    CheapestSearch search(problem, costs, 0, Rows{{{0}, {most}, 0}});
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.bound() == 2 && search.solutions() == 1);
}

void refuses_costs_that_are_too_large() {
    Draft draft;
    draft.add_primary(1);
    draft.add_option({0});
    draft.add_option({0});
    const Problem problem = draft.problem();
    const Cost most = kNoCost / 6;
    for (const auto& [cost, is_fine] : {std::pair{most, true}, {-most, true}, {most + 1, false}, {-most - 1, false}}) {
        const bool refused = refuses([&] {
            CheapestSearch search(problem, std::vector<Cost>{cost, 0}, 0);
            CHECK(search.run({}) == Stop::exhausted);
            CHECK(search.bound() == std::min<Cost>(cost, 0));
        });
        CHECK(refused != is_fine);
    }
}

}  // namespace

int main() {
    for (unsigned seed = 0; seed < examples(1500); ++seed) {
        Random random(seed);
        const Draft draft = random.draft();
        const std::vector<Cost> costs = random_costs(random, draft.starts.size() - 1);
        agrees_with_definition(draft, costs, {});
        agrees_with_definition(draft, costs, {1, 1, 1e18});
        if (seed % 5 == 0) goes_on_from_any_solution(draft, costs);
        if (seed % 5 == 1) keeps_to_what_is_wanted(draft, costs);
    }
    for (unsigned seed = 0; seed < examples(3000); ++seed) proves_two_sides_without_search(seed);
    for (unsigned seed = 0; seed < examples(6000); ++seed) keeps_to_bounds_on_sums(seed);
    refuses_sums_that_are_wrong();
    colors_that_an_item_decides_are_rows();
    many_items_give_a_color();
    options_color_many_items();
    for (unsigned seed = 0; seed < examples(3000); ++seed) color_rows_lose_nothing(seed);
    with_threads_from_the_beginning();
    with_the_linear_program_at_once();
    odd_sets_are_those_of_rings();
    sums_are_rounded();
    amounts_are_divided();
    roundings_lose_nothing();
    what_fits_is_separated();
    knapsacks_lose_nothing();
    odd_sets_lose_nothing();
    refuses_costs_that_are_too_large();
}
