// Lines of clues against the definition: with all instructions, several threads, and cut into moments.
#include <algorithm>

#include "core/tuning.hpp"
#include "core/verify.hpp"
#include "lanes/lane_search.hpp"
#include "lines/clue_lines.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::lanes;
using namespace excover::lines;
using namespace excover::test;

namespace {

constexpr std::uint8_t kSymbols = 3;

// Exactly-once items, each of which is a place; items at most once and colored ones are not drawn.
Draft random_draft(Random& random, Index places) {
    Draft draft;
    draft.add_primary(places);
    for (Index k = random.below(4); k > 0; --k)
        random.below(2) == 0 ? draft.add_item(0, 1) : draft.add_item(0, kUnbounded, true);
    for (Index options = 2 + random.below(11); options > 0; --options) {
        const Index must = random.below(places);
        for (Index item = 0; item < draft.lower.size(); ++item)
            if (item == must || random.below(3) == 0) draft.cover(item, draft.colored[item] ? 1 + random.below(2) : 0);
        draft.end_option();
    }
    return draft;
}

// What an option draws at all of its places.
std::uint8_t symbol_of(Index option) { return static_cast<std::uint8_t>(1 + option % kSymbols); }

Drawing drawing_of(const Draft& draft, Index places) {
    Drawing drawing{{0}, {}, {}, std::vector<std::uint8_t>(places, 9)};
    for (Index option = 0; option + 1 < draft.starts.size(); ++option) {
        for (Index e = draft.starts[option]; e < draft.starts[option + 1]; ++e)
            if (draft.entries[e] < places) {
                drawing.at.push_back(draft.entries[e]);
                drawing.symbols.push_back(symbol_of(option));
            }
        drawing.starts.push_back(static_cast<Index>(drawing.at.size()));
    }
    return drawing;
}

std::vector<std::uint8_t> drawn(const Drawing& drawing, std::span<const Index> cover) {
    std::vector<std::uint8_t> line = drawing.blank;
    for (const Index option : cover)
        for (Index k = drawing.starts[option]; k < drawing.starts[option + 1]; ++k)
            line[drawing.at[k]] = drawing.symbols[k];
    return line;
}

bool agrees(std::span<const std::uint8_t> line, std::span<const std::uint8_t> clues) {
    for (std::size_t place = 0; place < line.size(); ++place)
        if (clues[place] != 0 && clues[place] != line[place]) return false;
    return true;
}

bool is_readable(const Drawing& drawing, std::span<const std::uint8_t> clues) {
    for (Index place = 0; place < clues.size(); ++place) {
        bool is_drawn = clues[place] == 0;
        for (std::size_t k = 0; k < drawing.at.size(); ++k)
            is_drawn = is_drawn || (drawing.at[k] == place && drawing.symbols[k] == clues[place]);
        if (!is_drawn) return false;
    }
    return true;
}

struct Instance {
    Draft draft;
    Drawing drawing;
    std::vector<std::uint8_t> lines;

    std::span<const std::uint8_t> line(std::size_t number) const {
        return {lines.data() + number * drawing.places(), drawing.places()};
    }
};

Instance random_instance(unsigned seed) {
    Random random(seed);
    const Index places = 2 + random.below(4);
    Draft draft = random_draft(random, places);
    Instance instance{draft, drawing_of(draft, places), {}};
    for (Index k = 0; k < 20 * places; ++k)
        instance.lines.push_back(random.below(2) == 0
                                     ? std::uint8_t{0}
                                     : static_cast<std::uint8_t>(1 + random.below(kSymbols + (k % 50 == 0))));
    return instance;
}

Answer expected(const Instance& instance, const Solutions& solutions, std::span<const std::uint8_t> clues,
                bool unique) {
    const auto number = std::ranges::count_if(
        solutions, [&](const auto& cover) { return agrees(drawn(instance.drawing, cover), clues); });
    if (number == 0) return Answer::none;
    return unique && number > 1 ? Answer::ambiguous : Answer::solved;
}

void check_lines(const Instance& instance, const Problem& problem, const Solutions& solutions,
                 const ClueLines& clue_lines, bool unique) {
    for (std::size_t line = 0; line < clue_lines.lines(); ++line) {
        const auto clues = instance.line(line);
        const Answer answer = clue_lines.answer(line);
        if (answer == Answer::unreadable) {
            CHECK(!is_readable(instance.drawing, clues));
            continue;
        }
        CHECK(answer == expected(instance, solutions, clues, unique));
        if (answer == Answer::none) continue;
        CHECK(!Verifier(problem).fault(clue_lines.cover(line)));
        const auto found = drawn(instance.drawing, clue_lines.cover(line));
        CHECK(agrees(found, clues));
        CHECK(std::ranges::equal(found, clue_lines.drawn().subspan(line * found.size(), found.size())));
    }
}

// Whether the lanes suited.
bool agrees_with_definition(unsigned seed, Instructions instructions) {
    const Instance instance = random_instance(seed);
    const Problem problem = instance.draft.problem();
    const Solutions solutions = naive(instance.draft);
    for (const bool unique : {false, true}) {
        try {
            ClueLines clue_lines(problem, instance.drawing, unique, instructions);
            for (const unsigned threads : {1U, 3U}) {
                clue_lines.load(instance.lines);
                for (std::size_t line = 0; line < clue_lines.lines(); ++line)
                    CHECK(clue_lines.answer(line) == Answer::unknown);
                while (!clue_lines.run(0.001, threads)) {
                }
                check_lines(instance, problem, solutions, clue_lines, unique);
            }
        } catch (const InvalidProblem&) {
            return false;  // some item has no option
        }
    }
    return true;
}

// The first line of so many queens too many takes long; what comes behind it does not wait for it.
void goes_on_where_it_stopped() {
    Draft draft;
    const Index holes = 12;
    draft.add_primary(holes + 1);
    for (Index hole = 0; hole < holes; ++hole) draft.add_item(0, 1);
    for (Index pigeon = 0; pigeon <= holes; ++pigeon)
        for (Index hole = 0; hole < holes; ++hole) draft.add_option({pigeon, holes + 1 + hole});
    const Problem problem = draft.problem();
    const Drawing drawing = drawing_of(draft, holes + 1);
    ClueLines clue_lines(problem, drawing, false);
    std::vector<std::uint8_t> lines(3 * drawing.places());
    lines[drawing.places()] = 200;
    clue_lines.load(lines);
    CHECK(!clue_lines.run(0.0, 1) && clue_lines.answer(0) == Answer::unknown);
    while (clue_lines.answer(1) == Answer::unknown) CHECK(!clue_lines.run(0.01, 2));
    CHECK(clue_lines.answer(0) == Answer::unknown && clue_lines.answer(1) == Answer::unreadable);
    CHECK(clue_lines.answer(2) == Answer::unknown && clue_lines.cover(2).empty());
    clue_lines.load({});
    CHECK(clue_lines.run(1.0, 2) && clue_lines.lines() == 0);
}

// Rows, columns and their symbols; a place for each cell.
Instance latin_square(Index n, std::size_t lines) {
    Instance instance;
    instance.draft.add_primary(3 * n * n);
    for (Index row = 0; row < n; ++row)
        for (Index column = 0; column < n; ++column)
            for (Index symbol = 0; symbol < n; ++symbol)
                instance.draft.add_option(
                    {row * n + column, n * n + row * n + symbol, 2 * n * n + column * n + symbol});
    const auto options = static_cast<Index>(instance.draft.starts.size() - 1);
    instance.drawing = {{0}, {}, {}, std::vector<std::uint8_t>(n * n)};
    for (Index option = 0; option < options; ++option) {
        instance.drawing.at.push_back(option / n);
        instance.drawing.symbols.push_back(static_cast<std::uint8_t>(1 + option % n));
        instance.drawing.starts.push_back(option + 1);
    }
    Random random(n);
    for (std::size_t k = 0; k < lines * n * n; ++k)
        instance.lines.push_back(random.below(8) == 0 ? static_cast<std::uint8_t>(1 + random.below(n))
                                                      : std::uint8_t{0});
    return instance;
}

// More lines than are searched side by side, and trees that have to be shared at the end: the answers of the lanes, and
// the same solution of a line as if it were alone.
void agrees_with_lanes(Instructions instructions) {
    const Instance instance = latin_square(6, 700);
    const Problem problem = instance.draft.problem();
    for (const bool unique : {false, true}) {
        ClueLines abreast(problem, instance.drawing, unique, instructions);
        set_tuning("lines_abreast_entries", 0);
        ClueLines lanes(problem, instance.drawing, unique, instructions);
        set_tuning("lines_abreast_entries", 1 << 16);
        for (ClueLines* clue_lines : {&abreast, &lanes}) {
            clue_lines->load(instance.lines);
            while (!clue_lines->run(0.01, 2)) {
            }
        }
        ClueLines alone(problem, instance.drawing, unique, instructions);
        for (std::size_t line = 0; line < abreast.lines(); ++line) {
            CHECK(abreast.answer(line) == lanes.answer(line));
            if (line % 20 != 0) continue;
            alone.load(instance.line(line));
            while (!alone.run(1.0, 1)) {
            }
            CHECK(alone.answer(0) == abreast.answer(line));
            if (alone.answer(0) == Answer::solved) CHECK(std::ranges::equal(alone.cover(0), abreast.cover(line)));
        }
    }
}

bool suits_abreast(const Draft& draft) {
    const Problem problem = draft.problem();
    return AbreastTable::suits(problem, possible_options(problem), open_items(problem));
}

// A round looks at all options, so it has to force many of a solution at a time: those of a Latin square, but not one
// of 129.
void goes_abreast_where_much_is_forced() {
    CHECK(suits_abreast(latin_square(6, 0).draft));
    Draft draft;
    draft.add_primary(2);
    for (Index option = 0; option < 128; ++option) draft.add_option({0, 1});
    CHECK(suits_abreast(draft));
    draft.add_option({0, 1});
    CHECK(!suits_abreast(draft));
}

void refuses_what_does_not_fit() {
    Draft draft;
    draft.add_primary(1);
    draft.add_item(0, 1);
    draft.add_option({0, 1});
    draft.add_option({0});
    const Problem problem = draft.problem();
    const auto make = [&](Drawing drawing) { return refuses([&] { ClueLines(problem, std::move(drawing), false); }); };
    CHECK(!make({{0, 1, 2}, {0, 0}, {1, 2}, {0}}));
    CHECK(make({{0, 1}, {0}, {1}, {0}}));
    CHECK(make({{0, 1, 1}, {1}, {1}, {0}}));
    CHECK(make({{0, 2, 1}, {0}, {1}, {0}}));
    CHECK(make({{0, 1, 1}, {0}, {0}, {0}}));
    ClueLines clue_lines(problem, {{0, 1, 2}, {0, 1}, {1, 2}, {0, 0}}, false);
    CHECK(refuses([&] { clue_lines.load(std::vector<std::uint8_t>(3)); }));
    draft.add_item(0, 1);  // a clue of this item demands what nothing else does
    draft.starts = {0};
    draft.entries.clear();
    draft.colors.clear();
    draft.add_option({0, 1});
    draft.add_option({0, 2});
    draft.add_primary(1);
    draft.add_option({3, 2});
    draft.add_option({3});
    const Problem other = draft.problem();
    CHECK(refuses([&] { ClueLines(other, {{0, 0, 1, 2, 2}, {0, 0}, {1, 1}, {0}}, false); }));
}

}  // namespace

int main() {
    goes_on_where_it_stopped();
    refuses_what_does_not_fit();
    goes_abreast_where_much_is_forced();
    for (const Instructions instructions :
         {Instructions::plain, Instructions::neon, Instructions::avx2, Instructions::avx512bw, Instructions::avx512}) {
        if (!has_instructions(instructions)) continue;
        agrees_with_lanes(instructions);
        unsigned tried = 0;
        for (unsigned seed = 0; seed < examples(1500); ++seed) {
            set_tuning("lines_abreast_entries", seed % 3 == 0 ? 0 : 1 << 16);  // lanes, too, where there are no colors
            set_tuning("lines_finished", seed % 2 == 0 ? 50 : 1);
            tried += agrees_with_definition(seed, instructions);
        }
        set_tuning("lines_abreast_entries", 1 << 16);
        set_tuning("lines_finished", 50);
        CHECK(tried > examples(300));
    }
}
