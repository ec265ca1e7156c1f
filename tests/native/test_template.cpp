// Covers written as text against texts made in the plainest way: random forms, options and
// marks, and what is refused.
#include "text/template.hpp"

#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include "support.hpp"

using namespace excover;
using namespace excover::text;
using namespace excover::test;

namespace {

using Said = std::map<Index, std::optional<OptionText>>;
using Cover = std::vector<Index>;

bool is_refused(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

std::string stripped(std::string line) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

// A drawing of rows of places, and its text; nothing if two marks meet or the plain drawing is empty.
struct Board {
    Index rows, columns;
    std::vector<std::string> blanks, marks;
    std::string between;
    bool quoted;

    std::optional<std::string> drawn(const Cover& cover, const Said& said) const {
        std::vector<std::optional<std::string>> shown(std::size_t{rows} * columns);
        for (const Index option : cover) {
            if (!said.at(option)) continue;
            for (const TextStroke& stroke : said.at(option)->strokes)
                for (const Index place : stroke.places) {
                    if (shown[place] && *shown[place] != marks[stroke.text]) return std::nullopt;
                    shown[place] = marks[stroke.text];
                }
        }
        std::vector<std::string> lines;
        for (Index row = 0; row < rows; ++row) {
            std::string line;
            for (Index place = row * columns; place < (row + 1) * columns; ++place)
                line += shown[place].value_or(blanks[place]);
            lines.push_back(stripped(line));
        }
        if (quoted && !lines.empty() && lines.back().empty()) lines.pop_back();
        std::string text;
        for (std::size_t k = 0; k < lines.size(); ++k)
            text += (k == 0 ? "" : between) + (quoted ? '"' + lines[k] + '"' : lines[k]);
        if (!quoted && text.empty()) return std::nullopt;
        return text;
    }
};

std::string listed(const Cover& cover, const Said& said, std::size_t which, const std::string& between,
                   const std::string& before) {
    std::string text;
    bool first = true;
    for (const Index option : cover) {
        if (!said.at(option)) continue;
        text += (first ? "" : between) + before + said.at(option)->texts[which];
        first = false;
    }
    return text;
}

// What options say and draw: letters, marks on random places; some are hidden.
Said random_options(Random& random, Index options, Index texts, Index places) {
    Said said;
    for (Index option = 0; option < options; ++option) {
        if (random.below(5) == 0) {
            said[option] = std::nullopt;
            continue;
        }
        OptionText text;
        for (Index k = 0; k < texts; ++k) text.texts.emplace_back(random.below(4), static_cast<char>('a' + option));
        for (Index k = random.below(3); k > 0; --k) text.strokes.push_back({random.below(3), {random.below(places)}});
        said[option] = text;
    }
    return said;
}

void random_form(unsigned seed) {
    Random random(seed);
    const Index options = 1 + random.below(6);
    const std::string between = random.below(2) ? "\n" : ", ";
    Board board{1 + random.below(3), 1 + random.below(4), {}, {"", "#", "é"}, between, random.below(2) == 0};
    const Index places = board.rows * board.columns;
    for (Index place = 0; place < places; ++place) board.blanks.push_back(random.below(2) ? "." : " ");
    const Said said = random_options(random, options, 3, places);
    std::vector<std::int64_t> weights;
    for (Index option = 0; option < options; ++option)
        weights.push_back(static_cast<std::int64_t>(random.below(2000)) - 1000);

    Template form("\n\n");
    std::vector<Index> marks;
    for (const std::string& mark : board.marks) marks.push_back(form.add_mark(mark));
    CHECK((marks == std::vector<Index>{0, 1, 2}));
    form.add_text("<");
    form.add_number();
    form.add_list("; ", false);
    form.add_sum(weights);
    form.add_list("/", true);
    form.add_enclosed("[", "]");
    std::vector<std::vector<std::string>> lines(board.rows);
    for (Index place = 0; place < places; ++place) lines[place / board.columns].push_back(board.blanks[place]);
    form.add_drawing(lines, board.between, board.quoted);
    form.add_text(">");

    Covers covers;
    std::vector<Cover> made;
    for (Index k = random.below(6); k > 0; --k) {
        Cover cover;
        for (Index option = 0; option < options; ++option)
            if (random.below(2)) cover.push_back(option);
        made.push_back(cover);
        covers.add(cover);
    }
    const std::vector<Index> unknown = form.unknown(covers);
    CHECK(std::set<Index>(unknown.begin(), unknown.end()) ==
          std::set<Index>(covers.options.begin(), covers.options.end()));
    for (const auto& [option, text] : said) form.define(option, text);
    CHECK(form.unknown(covers).empty());

    const std::uint64_t first = 1 + random.below(20);
    std::string expected, out;
    std::size_t end = 0;
    for (; end < made.size(); ++end) {
        const Cover& cover = made[end];
        const std::optional<std::string> drawing = board.drawn(cover, said);
        if (!drawing) break;
        const std::string number = std::to_string(first + end), loud = listed(cover, said, 2, "", "");
        std::int64_t sum = 0;
        for (const Index option : cover) sum += weights[option];
        expected += (first + end > 1 ? "\n\n" : "") + ("<" + number) + listed(cover, said, 0, "; ", "") +
                    std::to_string(sum) + listed(cover, said, 1, "/", number + ",") +
                    (loud.empty() ? "" : "[" + loud + "]") + *drawing + ">";
    }
    CHECK(form.write(covers, 0, first, out) == end);
    CHECK(out == expected);
    if (end < made.size()) CHECK(form.write(covers, end, first + end, out) == end && out == expected);
}

void refusals() {
    Template form("");
    const Index mark = form.add_mark("A");
    form.add_places(2);
    form.add_list(",", false);
    CHECK(is_refused([&] { form.add_places(2); }));
    CHECK(is_refused([&] { form.add_drawing({{"."}}, "\n", false); }));
    CHECK(is_refused([&] { form.define(0, OptionText{}); }));  // no text for the list
    CHECK(is_refused([&] { form.define(0, OptionText{{"a"}, {{mark, {2}}}}); }));  // no such place
    CHECK(is_refused([&] { form.define(0, OptionText{{"a"}, {{mark + 9, {0}}}}); }));  // no such mark
    Covers covers;
    covers.add(Cover{0});
    std::string out;
    CHECK(is_refused([&] { form.write(covers, 0, 1, out); }));
    form.define(0, OptionText{{"a"}, {{mark, {1}}}});
    CHECK(form.write(covers, 0, 1, out) == 1 && out == "a");
}

// Two marks on a place that is not shown end the writing, too.
void hidden_places() {
    Template form("");
    form.add_places(1);
    form.add_number();
    const Index one = form.add_mark("A"), other = form.add_mark("B");
    form.define(0, OptionText{{}, {{one, {0}}}});
    form.define(1, OptionText{{}, {{other, {0}}}});
    Covers covers;
    covers.add(Cover{0});
    covers.add(Cover{1});
    covers.add(Cover{0, 1});
    std::string out;
    CHECK(form.write(covers, 0, 1, out) == 2 && out == "12");
}

}  // namespace

int main() {
    for (unsigned seed = 0; seed < examples(3000); ++seed) random_form(seed);
    refusals();
    hidden_places();
}
