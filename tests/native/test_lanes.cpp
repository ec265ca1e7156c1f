// The lanes against the definition and against the sparse sets, whose tree is theirs; with all instructions.
#include <algorithm>
#include <numeric>

#include "core/verify.hpp"
#include "lanes/lane_search.hpp"
#include "sparse/sparse_search.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::lanes;
using namespace excover::sparse;
using namespace excover::test;

namespace {

constexpr std::uint64_t kNodes = 3'000;

using Order = std::vector<std::vector<Index>>;

struct Result {
    Order covers;
    std::uint64_t solutions, nodes, depth;

    bool operator==(const Result&) const = default;
};

template <class Search>
Result search_all(Search&& search, const Allowance& allowance = {}) {
    Result result{};
    for (bool more = true; more;) {
        more = search.run(allowance) != Stop::exhausted;
        for (std::size_t k = 0; k < search.covers().size(); ++k)
            result.covers.emplace_back(search.covers()[k].begin(), search.covers()[k].end());
        search.clear_covers();
    }
    CHECK(search.run(allowance) == Stop::exhausted);
    return {result.covers, search.solutions(), search.nodes(), search.depth()};
}

// A problem that suits the lanes, larger than what the definition can solve.
Draft random_draft(unsigned seed, Index most_items, Index most_options) {
    Random random(seed);
    Draft draft;
    const Index primary = 1 + random.below(most_items), secondary = random.below(most_items);
    for (Index k = 0; k < primary; ++k) draft.add_item(random.below(20) > 0, 1 - (random.below(40) == 0));
    for (Index k = 0; k < primary; ++k) draft.lower[k] = draft.upper[k];
    for (Index k = 0; k < secondary; ++k)
        random.below(2) == 0 ? draft.add_item(0, 1) : draft.add_item(0, kUnbounded, true);
    for (Index options = random.below(most_options); options > 0; --options) {
        const Index must = random.below(primary);
        for (Index item = 0; item < draft.lower.size(); ++item)
            if (item == must || random.below(static_cast<Index>(draft.lower.size())) < 2)
                draft.cover(item, draft.colored[item] ? 1 + random.below(2) : 0);
        draft.end_option();
    }
    return draft;
}

void agrees_with_definition(const Draft& draft, Instructions instructions) {
    const Problem problem = draft.problem();
    const Result result = search_all(LaneSearch(problem, true, instructions));
    const Solutions expected = naive(draft);
    CHECK(result.solutions == expected.size());
    CHECK(Solutions(result.covers.begin(), result.covers.end()) == expected);
}

void agrees_with_sparse_sets(const Draft& draft, Instructions instructions) {
    const Problem problem = draft.problem();
    const Allowance allowance{.nodes = kNodes};
    SparseSearch sparse(problem, true);
    LaneSearch lanes(problem, true, instructions), counting(problem, false, instructions);
    CHECK(lanes.run(allowance) == sparse.run(allowance) && lanes.nodes() == sparse.nodes());
    counting.run(allowance);
    CHECK(lanes.depth() == sparse.depth());
    // The lanes count a solution with its node, the sparse sets a step later.
    CHECK(lanes.solutions() - sparse.solutions() <= (lanes.nodes() > kNodes));
    for (std::size_t k = 0; k < sparse.covers().size(); ++k)
        CHECK(std::ranges::equal(lanes.covers()[k], sparse.covers()[k]));
    CHECK(counting.solutions() == lanes.solutions() && counting.nodes() == lanes.nodes());
    CHECK(counting.covers().size() == 0);
}

void resumes_anywhere(const Draft& draft, Instructions instructions) {
    const Problem problem = draft.problem();
    const Result whole = search_all(LaneSearch(problem, true, instructions));
    for (const Allowance& allowance :
         {Allowance{.nodes = 1}, Allowance{.solutions = 1}, Allowance{.solutions = 2, .nodes = 3}})
        CHECK(search_all(LaneSearch(problem, true, instructions), allowance) == whole);
}

void stops_for_the_right_reason() {
    Draft draft;
    draft.add_primary(2);
    draft.add_option({0});
    draft.add_option({1});
    draft.add_option({0, 1});
    const Problem problem = draft.problem();
    LaneSearch search(problem, false);
    CHECK(search.run({.solutions = 0}) == Stop::solutions);
    CHECK(search.run({.nodes = 0}) == Stop::nodes);
    CHECK(search.run({.seconds = 0}) == Stop::time);
    CHECK(search.solutions() == 0);
    CHECK(search.run({.solutions = 1}) == Stop::solutions);
    CHECK(search.run({.solutions = 1}) == Stop::solutions);
    CHECK(search.run({.solutions = 1}) == Stop::exhausted);
    CHECK(search.nodes() == 4 && search.depth() == 2);
}

// Lanes of every width, one plane and several.
void lays_out_lanes() {
    const auto layout = [](Index items, Index size) { return lay_out_lanes(std::vector<Index>(items, size)); };
    CHECK(layout(40, 9).bits == 16 && layout(40, 9).stacks() == 2 && layout(40, 9).blocks() == 2);
    CHECK(layout(10, 30).bits == 32 && layout(10, 30).blocks() == 1);
    CHECK(layout(5, 64).bits == 64 && layout(5, 64).blocks() == 1);
    CHECK(layout(100, 600).blocks() > layout(100, 600).stacks());
    CHECK(layout(5000, 16).bits == 32);  // keys of 16 bits have no room for so many items
    CHECK(lay_out_lanes({}).blocks() == 0);
    std::vector<Index> falling(300);
    std::iota(falling.rbegin(), falling.rend(), Index{1});
    CHECK(lay_out_lanes(falling).blocks() < layout(300, 300).blocks());
}

// Every subset of n elements: large items, several planes and tables within tables.
Draft partitions(Index n) {
    Draft draft;
    draft.add_primary(n);
    for (Index subset = 1; subset < Index{1} << n; ++subset) {
        for (Index k = 0; k < n; ++k)
            if (subset >> k & 1) draft.cover(k);
        draft.end_option();
    }
    return draft;
}

void suits_only_such_bounds() {
    Draft draft;
    draft.add_item(1, 2);
    CHECK(!has_lane_bounds(draft.problem()) && lane_bytes(draft.problem()) == UINT64_MAX);
    CHECK(has_lane_bounds(langford(3).problem()) && lane_bytes(langford(3).problem()) < 10'000);
}

void test_all(Instructions instructions) {
    for (unsigned seed = 0; seed < examples(300); ++seed) {
        agrees_with_definition(random_draft(seed, 5, 10), instructions);
        resumes_anywhere(random_draft(seed, 5, 10), instructions);
    }
    for (unsigned seed = 0; seed < examples(150); ++seed)
        for (const Index size : {20U, 60U}) agrees_with_sparse_sets(random_draft(seed, size, 5 * size), instructions);
    agrees_with_sparse_sets(partitions(9), instructions);
    agrees_with_sparse_sets(langford(8), instructions);
    agrees_with_sparse_sets(langford(9), instructions);
    resumes_anywhere(partitions(6), instructions);
    resumes_anywhere(langford(8), instructions);
}

}  // namespace

int main() {
    stops_for_the_right_reason();
    lays_out_lanes();
    suits_only_such_bounds();
    for (const Instructions instructions :
         {Instructions::plain, Instructions::neon, Instructions::avx2, Instructions::avx512bw, Instructions::avx512})
        if (has_instructions(instructions)) test_all(instructions);
}
