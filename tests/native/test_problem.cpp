// What does not describe a problem is refused on entry.
#include <memory>
#include <string>

#include "support.hpp"

using namespace excover;
using namespace excover::test;

namespace {

std::string refusal(const Draft& draft) {
    try {
        draft.problem();
    } catch (const InvalidProblem& error) {
        return error.what();
    }
    return "";
}

Draft sound() {
    Draft draft;
    draft.add_item(1, 1);
    draft.add_item(0, kUnbounded, true);
    draft.cover(0);
    draft.cover(1, 7);
    draft.end_option();
    return draft;
}

template <class Change>
std::string refusal_after(Change change) {
    Draft draft = sound();
    change(draft);
    return refusal(draft);
}

std::string broken_contract() {
    try {
        (void)Covers{}[0];
    } catch (const BrokenContract& broken) {
        return broken.what();
    }
    return "";
}

}  // namespace

int main() {
    CHECK(broken_contract() == "broken contract in operator[]: cover < ends.size()");
    CHECK(refusal(Draft{}).empty());
    CHECK(refusal(sound()).empty());
    CHECK(refusal_after([](Draft& d) { d.starts.clear(); }) == "`starts` must begin with 0");
    CHECK(refusal_after([](Draft& d) { d.starts[0] = 1; }) == "`starts` must begin with 0");
    CHECK(refusal_after([](Draft& d) { d.starts[1] = 1; }) == "`starts` must end with the number of entries");
    CHECK(refusal_after([](Draft& d) { d.starts = {0, 3, 2}; }) == "option 1 ends before it starts");
    CHECK(refusal_after([](Draft& d) { d.upper.pop_back(); }) == "`upper` and `lower` differ in length");
    CHECK(refusal_after([](Draft& d) { d.colored.pop_back(); }) == "`colored` and `lower` differ in length");
    CHECK(refusal_after([](Draft& d) { d.colors.pop_back(); }) == "`colors` and `entries` differ in length");
    CHECK(refusal_after([](Draft& d) { d.entries[1] = 2; }) == "option 0 has an item that does not exist");
    CHECK(refusal_after([](Draft& d) { d.entries[1] = kNone; }) == "option 0 has an item that does not exist");
    CHECK(refusal_after([](Draft& d) {
              d.entries[1] = 0;
              d.colors[1] = 0;
          }) == "option 0 has an item twice");
    CHECK(refusal_after([](Draft& d) { d.colors[0] = 1; }) == "option 0 colors an item that has no colors");
    CHECK(refusal_after([](Draft& d) { d.colors[1] = 0; }) == "option 0 gives a colored item no color");
    CHECK(refusal_after([](Draft& d) { d.lower[0] = 2; }) == "item 0 has a lower bound above its upper bound");
    CHECK(refusal_after([](Draft& d) { d.lower[1] = 1; }) == "item 1 is colored and has a lower bound");
    CHECK(refusal_after([](Draft& d) { d.lower[0] = 0; }) == "option 0 has no primary item");
    CHECK(refusal_after([](Draft& d) { d.end_option(); }) == "option 1 has no primary item");

    // Without colored items no colors are kept, and those that are given are refused all the same.
    const auto uncolor = [](Draft& d) {
        d.colored[1] = 0;
        d.colors[1] = 0;
    };
    CHECK(refusal_after([&](Draft& d) {
              uncolor(d);
              d.colors[1] = 7;
          }) == "option 0 colors an item that has no colors");
    Draft plain = sound();
    uncolor(plain);
    CHECK(sound().problem().has_colors() && sound().problem().color(1) == 7);
    CHECK(!plain.problem().has_colors() && plain.problem().color(1) == 0);

    // A copy shares the arrays, and keeps them.
    auto first = std::make_unique<Problem>(sound().problem());
    const Problem copy = *first;
    first.reset();
    CHECK(copy.items() == 2 && copy.item(1) == 1 && copy.color(1) == 7 && copy.upper(0) == 1);
}
