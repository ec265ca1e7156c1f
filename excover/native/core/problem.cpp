#include "core/problem.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <utility>

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

bool are_any(std::span<const std::uint8_t> colored) {
    return std::ranges::any_of(colored, [](std::uint8_t each) { return each != 0; });
}

}  // namespace

// Without colors where no item is colored.
struct Problem::Copied {
    explicit Copied(const ProblemArrays& given)
        : lower(copy(checked(given).lower)),
          upper(copy(given.upper)),
          colored(copy(given.colored)),
          starts(copy(given.starts)),
          entries(copy(given.entries)),
          colors(are_any(given.colored) ? copy(given.colors) : std::vector<Index>()) {}

    std::vector<Index> lower, upper;
    std::vector<std::uint8_t> colored;
    std::vector<Index> starts, entries, colors;
};

Problem::Problem(const ProblemArrays& arrays)
    : copied_(std::make_shared<const Copied>(arrays)),
      lower_(copied_->lower),
      upper_(copied_->upper),
      colored_(copied_->colored),
      starts_(copied_->starts),
      entries_(copied_->entries),
      colors_(copied_->colors) {
    check_items();
    check_options(arrays.colors);
}

void Problem::check_items() const {
    for (Index i = 0; i < items(); ++i) {
        if (lower_[i] > upper_[i]) refuse("item", i, "has a lower bound above its upper bound");
        if (is_colored(i) && lower_[i] > 0) refuse("item", i, "is colored and has a lower bound");
    }
}

void Problem::check_options(std::span<const Index> colors) const {
    std::vector<Index> last_seen(items(), kNone);
    for (Index o = 0; o < options(); ++o) {
        bool has_primary = false;
        for (const Index e : entries(o)) {
            const Index i = entries_[e];
            if (i >= items()) refuse("option", o, "has an item that does not exist");
            if (last_seen[i] == o) refuse("option", o, "has an item twice");
            if (!is_colored(i) && colors[e] != 0) refuse("option", o, "colors an item that has no colors");
            if (is_colored(i) && colors[e] == 0) refuse("option", o, "gives a colored item no color");
            last_seen[i] = o;
            has_primary = has_primary || is_primary(i);
        }
        if (!has_primary) refuse("option", o, "has no primary item");
    }
}

bool Problem::may_nest() const {
    for (Index option = 0; option < options(); ++option) {
        bool has_exact = false;
        for (const Index e : entries(option))
            has_exact = has_exact || (!is_colored(item(e)) && lower(item(e)) == upper(item(e)));
        if (!has_exact) return true;
    }
    return false;
}

Lists<Index> options_of_items(const Problem& problem) {
    return {problem.items(), [&](auto take) {
                for (Index option = 0; option < problem.options(); ++option)
                    for (const Index e : problem.entries(option)) take(problem.item(e), option);
            }};
}

namespace {

constexpr Weight kMostTogether = Weight{1} << 62;

__extension__ using Wide = __int128;

}  // namespace

Weight LinearConstraint::together(Index most_options) const {
    Wide sum = 0;
    if (options.size() != weights.size()) throw InvalidProblem("a sum has as many weights as options");
    for (std::size_t k = 0; k < options.size(); ++k) {
        if (options[k] >= most_options || (k > 0 && options[k] <= options[k - 1]))
            throw InvalidProblem("a sum has options that do not exist, or not in order");
        sum += weights[k] < 0 ? -Wide{weights[k]} : Wide{weights[k]};
    }
    if (sum >= kMostTogether) throw InvalidProblem("the weights of a sum are too large");
    return static_cast<Weight>(sum);
}

namespace {

// R. Durstenfeld, "Algorithm 235: random permutation", CACM 7 (1964) 420. The standard library's own shuffle and
// distributions may differ from one library to the next; its engines may not.
std::vector<Index> permutation(Index size, std::mt19937_64& random) {
    std::vector<Index> numbers(size);
    std::iota(numbers.begin(), numbers.end(), Index{0});
    for (Index left = size; left > 1; --left) std::swap(numbers[left - 1], numbers[random() % left]);
    return numbers;
}

Problem permuted(const Problem& problem, const std::vector<Index>& items, const std::vector<Index>& options) {
    std::vector<Index> number(items.size()), lower, upper, starts{0}, entries, colors;
    std::vector<std::uint8_t> colored;
    for (const Index item : items) {
        number[item] = static_cast<Index>(lower.size());
        lower.push_back(problem.lower(item));
        upper.push_back(problem.upper(item));
        colored.push_back(problem.is_colored(item));
    }
    for (const Index option : options) {
        for (const Index e : problem.entries(option)) {
            entries.push_back(number[problem.item(e)]);
            colors.push_back(problem.color(e));
        }
        starts.push_back(static_cast<Index>(entries.size()));
    }
    return Problem({lower, upper, colored, starts, entries, colors});
}

}  // namespace

Shuffled::Orders Shuffled::orders(const Problem& problem, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    return {permutation(problem.options(), random), permutation(problem.items(), random)};
}

Shuffled::Shuffled(const Problem& problem, std::uint64_t seed) : Shuffled(problem, orders(problem, seed)) {}

Shuffled::Shuffled(const Problem& problem, Orders orders)
    : option_of_(std::move(orders.options)), problem_(permuted(problem, orders.items, option_of_)) {}

Covers Shuffled::in_given_numbers(const Covers& covers) const {
    Covers given = covers;
    for (Index& option : given.options) option = option_of_[option];
    std::size_t begin = 0;
    for (const std::size_t end : given.ends) {
        const auto first = given.options.begin();
        std::sort(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end));
        begin = end;
    }
    return given;
}

}  // namespace excover
