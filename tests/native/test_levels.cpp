// Sets and spans of levels against the definition, and how the work of a frontier search grows with its levels.
#include <memory>
#include <optional>
#include <random>
#include <set>

#include "graph/frontier.hpp"
#include "graph/state_table.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::graph;
using namespace excover::test;

namespace {

std::mt19937 random_numbers(1);

Index below(Index most) { return std::uniform_int_distribution<Index>(0, most - 1)(random_numbers); }

void a_level_set_is_a_set(Index levels) {
    LevelSet set(levels);
    std::set<Index> expected;
    for (int step = 0; step < 2000; ++step) {
        const Index level = below(levels), from = below(levels + 1);
        if (below(2) == 0) {
            set.insert(level);
            expected.insert(level);
        } else {
            set.erase(level);
            expected.erase(level);
        }
        const auto next = expected.lower_bound(from);
        CHECK(set.next(from) == (next == expected.end() ? kNone : *next));
        CHECK(set.last() == (expected.empty() ? kNone : *expected.rbegin()));
        if (below(100) == 0) {
            for (const Index each : expected) set.erase(each);
            expected.clear();
        }
    }
}

void spans_are_found(Index levels, Index number) {
    std::vector<Span> spans;
    for (Index k = 0; k < number; ++k) {
        const Index begin = below(levels);
        spans.push_back({begin, begin + below(levels - begin)});
    }
    std::ranges::stable_sort(spans, {}, &Span::end);
    const Spans tree(spans);
    for (Index level = 0; level < levels; ++level) {
        std::vector<std::size_t> found, expected;
        tree.each(level, [&](std::size_t k) { found.push_back(k); });
        for (std::size_t k = 0; k < spans.size(); ++k)
            if (spans[k].begin <= level && level <= spans[k].end) expected.push_back(k);
        CHECK(found == expected);
    }
}

// On a path, two items wait for the children of any level: what is prepared at a level does not depend on how many
// levels there are.
void dead_ends_cost_the_same_at_every_level(Index items) {
    Draft draft;
    draft.add_primary(items);
    for (Index k = 0; k + 1 < items; ++k) draft.add_option({k, k + 1});
    const Problem problem = draft.problem();
    std::vector<Index> order(items);
    for (Index k = 0; k < items; ++k) order[k] = k;
    const Layout layout(problem, Schedule(problem, order));
    Frontier<1> frontier(problem, layout, 1 << 24);
    for (Index level = 0; level < frontier.levels(); ++level) frontier.prepare(level);
    CHECK(frontier.levels() == items - 1);
    CHECK(frontier.work() <= 6 * items);
}

}  // namespace

int main() {
    for (const Index levels : {1, 2, 63, 64, 65, 4096, 4097, 300'000}) a_level_set_is_a_set(levels);
    CHECK(LevelSet(0).last() == kNone && LevelSet(0).next(0) == kNone);
    for (const Index number : {0, 1, 2, 7, 8, 50})
        for (const Index levels : {1, 5, 40}) spans_are_found(levels, number);
    for (const Index items : {10, 1000, 3000}) dead_ends_cost_the_same_at_every_level(items);
}
