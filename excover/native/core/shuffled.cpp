#include "core/shuffled.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

namespace excover {

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
        for (Index e = problem.start(option); e < problem.start(option + 1); ++e) {
            entries.push_back(number[problem.item(e)]);
            colors.push_back(problem.color(e));
        }
        starts.push_back(static_cast<Index>(entries.size()));
    }
    return Problem({lower, upper, colored, starts, entries, colors});
}

}  // namespace

Shuffled::Shuffled(const Problem& problem, std::uint64_t seed) : Shuffled(problem, std::mt19937_64(seed)) {}

Shuffled::Shuffled(const Problem& problem, std::mt19937_64 random)
    : option_of_(permutation(problem.options(), random)),
      problem_(permuted(problem, permutation(problem.items(), random), option_of_)) {}

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
