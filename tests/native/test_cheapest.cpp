// The search for the best solution against the definition, stopped and resumed everywhere.
#include <limits>

#include "core/verify.hpp"
#include "cost/cheapest_search.hpp"
#include "support.hpp"

using namespace excover;
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
void agrees_with_definition(const Draft& draft, std::span<const Cost> costs, const Allowance& allowance) {
    const Problem problem = draft.problem();
    const Solutions all = naive(draft);
    Cost least = kNoCost, best = kNoCost;
    for (const auto& cover : all) least = std::min(least, cost_of(costs, cover));
    Verifier verifier(problem);
    CheapestSearch search(problem, costs, 0);
    for (bool more = true; more;) {
        more = search.run(allowance) != Stop::exhausted;
        CHECK(all.empty() || search.bound() <= least);
        for (std::size_t k = 0; k < search.covers().size(); ++k) {
            CHECK(!verifier.fault(search.covers()[k]));
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

// A solution from elsewhere: only better ones are found, also where it has an option that is of no use.
void goes_on_from_any_solution(const Draft& draft, std::span<const Cost> costs) {
    const Problem problem = draft.problem();
    const Solutions all = naive(draft);
    Cost least = kNoCost;
    for (const auto& cover : all) least = std::min(least, cost_of(costs, cover));
    for (const auto& cover : all) {
        CheapestSearch search(problem, costs, 0);
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

void refuses_costs_that_are_too_large() {
    Draft draft;
    draft.add_primary(1);
    draft.add_option({0});
    draft.add_option({0});
    const Problem problem = draft.problem();
    const Cost most = kNoCost / 6;
    for (const auto& [cost, is_fine] : {std::pair{most, true}, {-most, true}, {most + 1, false}, {-most - 1, false}}) {
        bool refused = false;
        try {
            CheapestSearch search(problem, std::vector<Cost>{cost, 0}, 0);
            CHECK(search.run({}) == Stop::exhausted);
            CHECK(search.bound() == std::min<Cost>(cost, 0));
        } catch (const InvalidProblem&) {
            refused = true;
        }
        CHECK(refused != is_fine);
    }
}

}  // namespace

int main() {
    for (unsigned seed = 0; seed < 1500; ++seed) {
        Random random(seed);
        const Draft draft = random.draft();
        const std::vector<Cost> costs = random_costs(random, draft.starts.size() - 1);
        agrees_with_definition(draft, costs, {});
        agrees_with_definition(draft, costs, {1, 1, 1e18});
        if (seed % 5 == 0) goes_on_from_any_solution(draft, costs);
    }
    refuses_costs_that_are_too_large();
}
