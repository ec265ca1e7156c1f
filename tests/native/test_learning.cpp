// The learning search and linear algebra against the definition: is there a solution? Stopped and resumed everywhere.
#include <algorithm>
#include <cstdlib>
#include <new>
#include <random>

#include "core/tuning.hpp"
#include "core/verify.hpp"
#include "learning/learning_search.hpp"
#include "linear/linear_refutation.hpp"
#include "support.hpp"

namespace {

std::size_t bytes_now = 0, bytes_most = 0;  // allocated, besides what malloc itself adds
constexpr std::size_t kSizeBefore = 16;  // the size of a block stands before it

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    auto* const block = static_cast<char*>(std::malloc(kSizeBefore + size));
    if (block == nullptr) return nullptr;
    *reinterpret_cast<std::size_t*>(block) = size;
    bytes_most = std::max(bytes_most, bytes_now += size);
    return block + kSizeBefore;
}
void* operator new(std::size_t size) {
    if (void* const memory = operator new(size, std::nothrow)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    if (memory == nullptr) return;
    char* const block = static_cast<char*>(memory) - kSizeBefore;
    bytes_now -= *reinterpret_cast<std::size_t*>(block);
    std::free(block);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

using namespace excover;
using namespace excover::learning;
using namespace excover::linear;
using namespace excover::test;

namespace {

void agrees_with_definition(const Draft& draft, std::uint64_t nodes) {
    const Problem problem = draft.problem();
    LearningSearch search(problem, 1 << 20);
    Stop stop = Stop::nodes;
    while (stop != Stop::exhausted) stop = search.run({1, nodes, 1e9});
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.covers().size() == search.solutions());
    Solutions found;
    for (std::size_t k = 0; k < search.covers().size(); ++k)
        found.emplace(search.covers()[k].begin(), search.covers()[k].end());
    CHECK(found == naive(draft) && found.size() == search.solutions());
    Verifier verifier(problem);
    CHECK(!verifier.fault(search.covers()));
}

// Weights are a refutation, by the definition of one.
void refutes_only_what_has_no_solution(const Draft& draft) {
    const Problem problem = draft.problem();
    LinearRefutation search(problem, 1 << 20);
    while (search.run({UINT64_MAX, 1, 1e9}) != Stop::exhausted) {
    }
    if (search.modulus() == 0) return;
    CHECK(naive(draft).empty());
    std::uint64_t needed = 0;
    for (Index item = 0; item < problem.items(); ++item)
        needed += std::uint64_t{search.weights()[item]} * problem.lower(item);
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

Draft triples(Index items, Index options, unsigned seed) {
    std::mt19937 random(seed);
    Draft draft;
    draft.add_primary(items);
    for (Index option = 0; option < options; ++option) {
        std::set<Index> some;
        while (some.size() < 3) some.insert(static_cast<Index>(random() % items));
        for (const Index item : some) draft.cover(item);
        draft.end_option();
    }
    return draft;
}

// What is allocated, transients included, is no more than what was allowed, and about what bytes() says.
void clauses_stay_within_their_memory(std::uint64_t memory) {
    const Problem problem = triples(150, 350, 2).problem();
    LearningSearch search(problem, memory);
    search.run({1, 1000, 1e9});  // by now, vectors that do not grow with clauses have their size
    const std::size_t others = bytes_now - search.bytes();
    bytes_most = bytes_now;
    std::uint64_t told = 0;
    for (int slice = 0; slice < 20'000 && search.solutions() == 0; ++slice) {
        search.run({1, 1, 1e9});
        told = std::max(told, search.bytes());
        CHECK(search.bytes() <= bytes_now);
    }
    CHECK(bytes_most <= others + memory + memory / 10 + 4096);
    CHECK(told <= memory + memory / 10);
    CHECK(told >= memory / 3);
}

// Memory is looked at before the rows of the equations are made.
void refutation_stays_within_its_memory() {
    Draft draft;
    draft.add_primary(10);
    for (Index option = 0; option < 20'000; ++option) draft.add_option({option % 9, 9});
    const Problem problem = draft.problem();
    for (const std::uint64_t memory : {10'000, 2'000'000}) {
        const std::size_t others = bytes_now;
        bytes_most = bytes_now;
        LinearRefutation search(problem, memory);
        search.run({});
        CHECK((search.modulus() != 0) == (memory > 1'000'000));
        CHECK(bytes_most <= others + memory + 1000);
    }
}

void what_has_no_number_is_refused() {
    for (const Index options : {Clauses::kMostOptions + 1, kNone}) try {
            Clauses clauses(options, UINT64_MAX);
            CHECK(false);
        } catch (const InvalidProblem&) {
        }
    Clauses clauses(4, UINT64_MAX);
    CHECK(clauses.has_room(4));
    CHECK(!clauses.has_room(std::size_t{1} << 32));
    CHECK(!Clauses(4, 0).has_room(2));
}

}  // namespace

int main() {
    refutation_stays_within_its_memory();
    what_has_no_number_is_refused();
    for (const std::uint64_t memory : {20'000, 100'000, 300'000}) clauses_stay_within_their_memory(memory);
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
