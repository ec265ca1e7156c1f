// The learning search and linear algebra against the definition: is there a solution? Stopped and resumed everywhere.
#include <algorithm>

#include "core/tuning.hpp"
#include "core/verify.hpp"
#include "learning/learning_search.hpp"
#include "linear/linear_refutation.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::test;

namespace {

void agrees_with_definition(const Draft& draft, std::uint64_t nodes) {
    const Problem problem = draft.problem();
    LearningSearch search(problem, 1 << 20);
    Stop stop = Stop::nodes;
    while (stop == Stop::nodes) stop = search.run({1, nodes, 1e9});
    CHECK((stop == Stop::exhausted) == naive(draft).empty());
    CHECK(search.run({}) == stop);
    CHECK(search.covers().size() == search.solutions());
    Verifier verifier(problem);
    CHECK(!verifier.fault(search.covers()));
}

// Weights are a refutation, by the definition of one.
void refutes_only_what_has_no_solution(const Draft& draft) {
    const Problem problem = draft.problem();
    LinearRefutation search(problem, 1 << 20);
    while (search.run({UINT64_MAX, 1, 1e9}) != Stop::exhausted) {}
    if (search.modulus() == 0) return;
    CHECK(naive(draft).empty());
    std::uint64_t needed = 0;
    for (Index item = 0; item < problem.items(); ++item) needed += std::uint64_t{search.weights()[item]} * problem.lower(item);
    CHECK(needed % search.modulus() != 0);
}

void refutes_the_board_without_two_corners() {
    Draft draft;
    draft.add_primary(14);
    const auto number = [](Index r, Index c) { return 4 * r + c - 1; };
    const auto is_cell = [](Index r, Index c) { return r < 4 && c < 4 && r + c > 0 && r + c < 6; };
    for (Index r = 0; r < 4; ++r)
        for (Index c = 0; c < 4; ++c) {
            if (is_cell(r, c) && is_cell(r, c + 1)) draft.add_option({number(r, c), number(r, c + 1)});
            if (is_cell(r, c) && is_cell(r + 1, c)) draft.add_option({number(r, c), number(r + 1, c)});
        }
    const Problem problem = draft.problem();
    LinearRefutation search(problem, 1 << 20);
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.modulus() == 4);
    LinearRefutation without_room(problem, 100);
    CHECK(without_room.run({}) == Stop::exhausted);
    CHECK(without_room.modulus() == 0);
}

}  // namespace

int main() {
    refutes_the_board_without_two_corners();
    agrees_with_definition(queens(4), UINT64_MAX);
    for (unsigned seed = 0; seed < 3000; ++seed) {
        const Draft draft = Random(seed).draft();
        agrees_with_definition(draft, UINT64_MAX);
        agrees_with_definition(draft, 1);
        refutes_only_what_has_no_solution(draft);
        refutes_only_what_has_no_solution(exact_draft(seed));
        agrees_with_definition(exact_draft(seed), 2);
    }
}
