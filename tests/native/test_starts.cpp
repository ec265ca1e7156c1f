// Starts against the definition: every set of options of every solution, with how many solutions contain it.
#include <algorithm>
#include <map>

#include "diagram/diagram.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::diagram;
using namespace excover::test;

namespace {

using Set = std::vector<Index>;

std::shared_ptr<const Diagram> build(const Problem& problem) {
    std::unique_ptr<DiagramBuilder> builder;
    if (refuses([&] { builder = make_diagram_builder(problem, 1 << 24, 1); })) return nullptr;
    while (builder->run({}) != Stop::exhausted) {
    }
    return builder->diagram();
}

using Flags = std::vector<std::uint8_t>;

std::map<Set, std::uint64_t> by_definition(const Draft& draft, Index size, const Flags& skipped) {
    std::map<Set, std::uint64_t> starts;
    for (Set cover : naive(draft)) {
        std::erase_if(cover, [&](Index option) { return skipped[option] != 0; });
        if (cover.size() < size) continue;
        std::vector<char> picked(cover.size(), 0);
        std::fill(picked.end() - size, picked.end(), 1);
        do {
            Set start;
            for (std::size_t k = 0; k < cover.size(); ++k)
                if (picked[k]) start.push_back(cover[k]);
            ++starts[start];
        } while (std::next_permutation(picked.begin(), picked.end()));
    }
    return starts;
}

void agrees_with_definition(const Draft& draft, Index size, Index skipping) {
    const Problem problem = draft.problem();
    const auto diagram = build(problem);
    if (!diagram) return;
    Flags skipped(diagram->options());
    for (Index option = 0; option < skipped.size(); ++option) skipped[option] = option % 5 < skipping;
    const auto expected = by_definition(draft, size, skipped);
    Starts starts(diagram, {size, skipped, {}, UINT64_MAX, expected.size()});
    // Where no solution has so many options nothing is left once it is set up; it may not be in one go.
    bool is_over = false;
    for (int k = 0; k < 20 && !is_over; ++k) is_over = starts.run({UINT64_MAX, UINT64_MAX, 0}) == Stop::exhausted;
    CHECK(is_over == expected.empty());
    std::map<Set, std::uint64_t> found;
    std::size_t unique = 0;
    while (starts.run({2, UINT64_MAX, 1e18}) != Stop::exhausted) {
        CHECK(starts.done() >= 0 && starts.done() <= 1);
        unique += starts.found().size();
        starts.clear_found();
    }
    unique += starts.found().size();
    for (const auto& start : starts.most()) found[start.options] = start.completions.front();
    CHECK(found == expected);
    CHECK(starts.sets() == expected.size() && starts.unique() == unique);
    CHECK(unique ==
          static_cast<std::size_t>(std::ranges::count_if(expected, [](const auto& e) { return e.second == 1; })));
}

// Edges may lead to higher nodes and still meet two options in either order.
void refuses_options_without_order() {
    const auto diagram = std::make_shared<Diagram>(std::vector<Edge>{{0, 1}, {1, 2}, {1, 3}, {0, 3}},
                                                   std::vector<std::size_t>{2, 3, 4}, 2, false);
    bool is_refused = false;
    try {
        std::vector<Index> levels;
        Passes passes;
        plan_levels_of(passes, *diagram, levels);
        passes.finish();
    } catch (const std::invalid_argument&) {
        is_refused = true;
    }
    CHECK(is_refused);
}

}  // namespace

int main() {
    for (unsigned seed = 0; seed < examples(1000); ++seed)
        for (Index size = 1; size < 6; ++size) {
            agrees_with_definition(exact_draft(seed), size, 0);
            agrees_with_definition(Random(seed).draft(), size, 0);
            agrees_with_definition(Random(seed).draft(), size, seed % 3);
        }
    refuses_options_without_order();
}
