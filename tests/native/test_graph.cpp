// Counting over states against the definition, in no memory and in much, stopped and resumed everywhere.
#include "graph/graph_count.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::graph;
using namespace excover::test;

namespace {

struct Result {
    std::vector<std::uint64_t> solutions;
    std::uint64_t nodes, updates, depth, bytes;

    bool operator==(const Result&) const = default;
};

Result result_of(const GraphCount& count) {
    return {count.count(), count.nodes(), count.updates(), count.depth(), count.bytes()};
}

// Counts to the end with an allowance that is used up again and again.
Result count_all(const Problem& problem, std::uint64_t memory, const Allowance& allowance = {}, unsigned threads = 1) {
    const auto count = make_graph_count(problem, memory, threads);
    while (count->run(allowance) != Stop::exhausted) CHECK(count->bytes() <= memory);
    CHECK(count->run(allowance) == Stop::exhausted);
    CHECK(count->bytes() <= memory);
    return result_of(*count);
}

bool is_number(const Result& result, std::uint64_t number) {
    for (std::size_t k = 1; k < result.solutions.size(); ++k)
        if (result.solutions[k] != 0) return false;
    return result.solutions[0] == number;
}

bool applies(const Problem& problem) {
    return !refuses([&] { make_graph_count(problem, 0, 1); });
}

// Every option gets an item that is covered exactly once, without which the frontier search does not apply.
Draft with_exact_items(Draft draft) {
    Draft result;
    result.lower = draft.lower;
    result.upper = draft.upper;
    result.colored = draft.colored;
    const Index kinds = static_cast<Index>(draft.lower.size());
    result.add_primary(2);
    for (Index o = 0; o + 1 < draft.starts.size(); ++o) {
        for (Index e = draft.starts[o]; e < draft.starts[o + 1]; ++e) result.cover(draft.entries[e], draft.colors[e]);
        result.cover(kinds + o % 2);
        if (o % 3 == 0) result.cover(kinds + 1 - o % 2);
        result.end_option();
    }
    return result;
}

void agrees_with_definition(const Draft& draft) {
    const Problem problem = draft.problem();
    if (!applies(problem)) return;
    const std::size_t expected = naive(draft).size();
    for (const std::uint64_t memory : {0, 3000, 10'000, 30'000, 1 << 20}) {
        const Result whole = count_all(problem, memory);
        CHECK(is_number(whole, expected));
        for (std::uint64_t nodes = 1; nodes < 3; ++nodes) CHECK(count_all(problem, memory, {.nodes = nodes}) == whole);
        CHECK(count_all(problem, memory, {}, 3) == whole);
    }
}

// Enough states that every thread gets some, in room for all of them and for few.
void is_the_same_with_any_number_of_threads() {
    const Problem problem = queens(9).problem();
    for (const std::uint64_t memory : {200'000, 1 << 24}) {
        const Result alone = count_all(problem, memory);
        CHECK(is_number(alone, 352));
        for (const unsigned threads : {2u, 5u}) {
            CHECK(count_all(problem, memory, {}, threads) == alone);
            CHECK(count_all(problem, memory, {.nodes = 1000}, threads) == alone);
        }
    }
}

// Tables that cannot be widened: what does not fit their numbers is followed apart.
void has_large_numbers_in_little_room() {
    Draft draft = dominoes(6, 6);
    add_doublings(draft, 45);
    const Problem problem = draft.problem();
    for (std::uint64_t memory = 40'000; memory < 100'000; memory += 4'000)
        CHECK(is_number(count_all(problem, memory), std::uint64_t{6728} << 45));
}

void counts_beyond_a_word() {
    const Result huge = count_all(doublings(500).problem(), 1 << 20);
    for (std::size_t k = 0; k < huge.solutions.size(); ++k)
        CHECK(huge.solutions[k] == (k == 500 / 64 ? std::uint64_t{1} << (500 % 64) : 0));
    const Result tilings = count_all(dominoes(12, 12).problem(), 1 << 24);
    CHECK(is_number(tilings, 53060477521960000));
}

}  // namespace

int main() {
    for (unsigned seed = 0; seed < examples(600); ++seed) {
        agrees_with_definition(Random(seed).draft());
        agrees_with_definition(with_exact_items(Random(seed).draft()));
        agrees_with_definition(exact_draft(seed));
    }
    counts_beyond_a_word();
    is_the_same_with_any_number_of_threads();
    has_large_numbers_in_little_room();
    for (const std::uint64_t memory : {0, 20'000, 100'000, 1 << 24}) {
        CHECK(is_number(count_all(queens(8).problem(), memory), 92));
        CHECK(is_number(count_all(dominoes(6, 7).problem(), memory), 31529));
        if (memory > 0) CHECK(is_number(count_all(dominoes(8, 8).problem(), memory), 12988816));
    }
    CHECK(!applies([] {
        Draft draft;
        draft.add_item(2, 2);
        draft.add_option({0});
        return draft;
    }()
                       .problem()));
}
