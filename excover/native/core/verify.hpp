// Checks whether a set of options is a solution, directly by the definition. No code is shared with
// any search, so that a fault of a search cannot hide here.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/problem.hpp"

namespace excover {

class Verifier {
public:
    explicit Verifier(const Problem& problem);

    // What is wrong with a cover, in numbers; nothing if it is a solution. Option numbers must ascend.
    std::optional<std::string> fault(std::span<const Index> cover);

    // The first fault among covers.
    std::optional<std::string> fault(const Covers& covers);

private:
    std::optional<std::string> add(Index option);

    const Problem& problem_;
    std::vector<Index> tally_;  // how many chosen options an item has
    std::vector<Index> color_;  // the color a chosen option gave an item, 0 for none yet
};

// The same by the items of each option as a set, for many covers of a problem without colors: sets that share no item,
// and are together all items that must be covered. Both are asked for what is wrong, so that there is one wording.
class SetVerifier {
public:
    // For a problem without colors of which no item may be covered more than once.
    explicit SetVerifier(const Problem& problem);

    static std::uint64_t bytes(const Problem& problem) {
        return std::uint64_t{problem.options()} * words(problem) * sizeof(std::uint64_t);
    }

    std::optional<std::string> fault(std::span<const Index> cover) const;

private:
    static constexpr Index kWords = 8;  // looked at together

    // Of a set.
    static std::size_t words(const Problem& problem) {
        return (problem.items() + std::size_t{64} * kWords - 1) / (64 * kWords) * kWords;
    }

    bool is_right(std::span<const Index> cover) const;

    const Problem& problem_;
    std::size_t words_;
    std::vector<std::uint64_t> must_, may_not_;  // items
    std::vector<std::uint64_t> sets_;  // of an option
};

}  // namespace excover
