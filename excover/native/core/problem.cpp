#include "core/problem.hpp"

#include <string>

#include "core/require.hpp"

namespace excover {

namespace {

[[noreturn]] void refuse(const char* what, Index number, const char* why) {
    throw InvalidProblem(std::string(what) + " " + std::to_string(number) + " " + why);
}

void check_sizes(const ProblemArrays& a) {
    require(a.upper.size() == a.lower.size(), "`upper` and `lower` differ in length");
    require(a.colored.size() == a.lower.size(), "`colored` and `lower` differ in length");
    require(a.colors.size() == a.entries.size(), "`colors` and `entries` differ in length");
    require(a.lower.size() < kNone && a.entries.size() < kNone && a.starts.size() < kNone,
            "more than 2^32 - 2 items, options or entries");
    require(!a.starts.empty() && a.starts.front() == 0, "`starts` must begin with 0");
    require(a.starts.back() == a.entries.size(), "`starts` must end with the number of entries");
}

void check_starts(std::span<const Index> starts) {
    for (Index option = 0; option + 1 < starts.size(); ++option)
        if (starts[option] > starts[option + 1]) refuse("option", option, "ends before it starts");
}

template <class T>
std::vector<T> copy(std::span<const T> values) {
    return {values.begin(), values.end()};
}

// The elements of a span are read only after its size was checked against the others.
const ProblemArrays& checked(const ProblemArrays& arrays) {
    check_sizes(arrays);
    check_starts(arrays.starts);
    return arrays;
}

}  // namespace

Problem::Problem(const ProblemArrays& arrays)
    : lower_(copy(checked(arrays).lower)),
      upper_(copy(arrays.upper)),
      colored_(copy(arrays.colored)),
      starts_(copy(arrays.starts)),
      entries_(copy(arrays.entries)),
      colors_(copy(arrays.colors)) {
    check_items();
    check_options();
}

void Problem::check_items() const {
    for (Index i = 0; i < items(); ++i) {
        if (lower_[i] > upper_[i]) refuse("item", i, "has a lower bound above its upper bound");
        if (is_colored(i) && lower_[i] > 0) refuse("item", i, "is colored and has a lower bound");
    }
}

void Problem::check_options() const {
    std::vector<Index> last_seen(items(), kNone);
    for (Index o = 0; o < options(); ++o) {
        bool has_primary = false;
        for (Index e = start(o); e < start(o + 1); ++e) {
            const Index i = entries_[e];
            if (i >= items()) refuse("option", o, "has an item that does not exist");
            if (last_seen[i] == o) refuse("option", o, "has an item twice");
            if (!is_colored(i) && colors_[e] != 0) refuse("option", o, "colors an item that has no colors");
            if (is_colored(i) && colors_[e] == 0) refuse("option", o, "gives a colored item no color");
            last_seen[i] = o;
            has_primary = has_primary || is_primary(i);
        }
        if (!has_primary) refuse("option", o, "has no primary item");
    }
}

}  // namespace excover
