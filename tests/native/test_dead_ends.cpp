// Which children a frontier search leaves out, against the definition.
#include <map>
#include <memory>
#include <set>

#include "graph/frontier.hpp"
#include "graph/frontier_search.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::graph;
using namespace excover::test;

namespace {

// Whether an option may be chosen besides others.
bool is_left(const Draft& draft, std::vector<Index> options, Index option) {
    options.push_back(option);
    std::map<Index, Index> tally, color;
    for (const Index o : options)
        for (Index e = draft.starts[o]; e < draft.starts[o + 1]; ++e) {
            const Index item = draft.entries[e];
            if (draft.colored[item] && !color.try_emplace(item, draft.colors[e]).second &&
                color[item] != draft.colors[e])
                return false;
            if (!draft.colored[item] && ++tally[item] > draft.upper[item]) return false;
        }
    return true;
}

bool has(const Draft& draft, Index option, Index item) {
    const auto begin = draft.entries.begin();
    return std::find(begin + draft.starts[option], begin + draft.starts[option + 1], item) !=
           begin + draft.starts[option + 1];
}

// Whether an item that is exactly once, and in reach at a level, is not covered and has no option left there.
bool is_dead(const Draft& draft, const Problem& problem, const Schedule& schedule, const std::vector<Index>& chosen,
             Index level) {
    for (Index item = 0; item < problem.items(); ++item) {
        const Index first = schedule.first[item];
        if (!is_exact(problem, item) || first == kNone || first > level || schedule.last[item] < level) continue;
        if (first == level && schedule.level[item] != level) continue;
        if (std::ranges::any_of(chosen, [&](Index option) { return has(draft, option, item); })) continue;
        bool any = false;
        for (Index option = 0; option < problem.options() && !any; ++option)
            any = schedule.group[option] != kNone && schedule.group[option] >= level && has(draft, option, item) &&
                  is_left(draft, chosen, option);
        if (!any) return true;
    }
    return false;
}

struct Reached {
    std::set<std::pair<Index, State<kMostWords>>> states;
    std::size_t dead = 0;
};

// Goes to every state that lives, on one of the ways that lead there. Without memory, nothing is known to be dead.
Reached reached(const Draft& draft, std::vector<Index> order, std::uint64_t memory) {
    Reached found;
    const Problem problem = draft.problem();
    const Layout layout(problem, Schedule(problem, std::move(order)));
    if (layout.obstacle() || layout.is_impossible()) return found;
    Frontier<kMostWords> frontier(problem, layout, memory);
    if (frontier.levels() == 0) return found;
    Part<kMostWords> part;
    std::vector<std::pair<Place<kMostWords>, std::vector<Index>>> stack{{{frontier.start(), 0, 0}, {}}};
    while (!stack.empty()) {
        const auto [place, chosen] = stack.back();
        stack.pop_back();
        frontier.prepare(place.level);
        std::set<Index> kept;
        part.expand(frontier, place, [&](const auto& choice, const Place<kMostWords>& child) {
            kept.insert(choice.option);
            if (child.level == frontier.levels() || !found.states.insert({child.level, child.state}).second) return;
            std::vector<Index> more = chosen;
            more.push_back(choice.option);
            stack.push_back({child, more});
        });
        for (const auto& choice : frontier.choices(place.level)) {
            State<kMostWords> state = (place.state | choice.set) + choice.add;
            Index level = place.level;
            if (place.state.intersects(choice.conflict) || !frontier.settle(state, level)) continue;
            std::vector<Index> more = chosen;
            more.push_back(choice.option);
            const bool dead = level < frontier.levels() && is_dead(draft, problem, layout.schedule(), more, level);
            found.dead += dead;
            CHECK(kept.contains(choice.option) != (dead && frontier.dead_ends(place.level) != nullptr));
        }
    }
    return found;
}

std::vector<Index> exact_items(const Draft& draft) {
    std::vector<Index> order;
    const Problem problem = draft.problem();
    for (Index item = 0; item < problem.items(); ++item)
        if (is_exact(problem, item)) order.push_back(item);
    return order;
}

// Any two cells of a row take the last piece: more options than a word has bits. What is laid first leaves few cells.
void more_options_than_a_word(Index cells) {
    Random random(1);
    Draft draft;
    draft.add_primary(cells + 1);
    for (Index a = 0; a < cells; ++a) {
        draft.add_option({a});
        for (Index b = a + 1; b < cells; ++b) draft.add_option({a, b, cells});
    }
    for (Index number = 0; number < 100; ++number) {
        std::set<Index> left;
        while (left.size() <= number % 4) left.insert(1 + random.below(cells - 1));
        for (Index cell = 0; cell < cells; ++cell)
            if (!left.contains(cell)) draft.cover(cell);
        draft.end_option();
    }
    CHECK(reached(draft, exact_items(draft), 1 << 24).dead >= 50);
}

// All cells are in reach from the first level on, so that a state has two words.
void more_fields_than_a_word(Index cells) {
    Draft draft;
    draft.add_primary(cells);
    for (Index cell = 0; cell < cells; ++cell) draft.cover(cell);
    draft.end_option();
    for (Index cell = 0; cell < cells; ++cell) {
        if (cell % 4 == 0) draft.add_option({cell});
        for (const Index step : {1, 3})
            if (cell + step < cells) draft.add_option({cell, cell + step});
    }
    CHECK(Layout(draft.problem(), Schedule(draft.problem(), exact_items(draft))).words() == 2);
    CHECK(reached(draft, exact_items(draft), 1 << 24).dead > 0);
    // So little memory that what choices spoil is not noted, at all levels or at the last ones.
    for (const std::uint64_t memory : {20'000, 100'000}) reached(draft, exact_items(draft), memory);
}

}  // namespace

int main() {
    std::size_t dead = 0;
    for (unsigned seed = 0; seed < examples(3000); ++seed) {
        const Draft draft = exact_draft(seed);
        std::vector<Index> order = exact_items(draft);
        std::ranges::shuffle(order, std::mt19937(seed));
        dead += reached(draft, order, 1 << 24).dead;
        reached(draft, order, 0);
    }
    CHECK(dead > examples(1000));
    more_options_than_a_word(16);
    more_fields_than_a_word(90);
}
