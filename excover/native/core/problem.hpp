// The exact cover problem in integers: items with bounds or colors, and options as rows of a sparse
// matrix. Everything is checked once, here: every index in a Problem is valid.
//
// A solution is a set of options such that the number of chosen options of every uncolored item lies
// within its bounds, and all chosen options that have a colored item give it the same color.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/assert.hpp"

namespace excover {

using Index = std::uint32_t;

inline constexpr Index kNone = std::numeric_limits<Index>::max();

struct InvalidProblem : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// The arrays as they come in; `starts` has one element more than there are options (CSR).
struct ProblemArrays {
    std::span<const Index> lower, upper;
    std::span<const std::uint8_t> colored;
    std::span<const Index> starts, entries, colors;
};

class Problem {
public:
    // Copies the arrays; throws InvalidProblem if they do not describe a problem.
    explicit Problem(const ProblemArrays& arrays);

    Index items() const { return static_cast<Index>(lower_.size()); }
    Index options() const { return static_cast<Index>(starts_.size() - 1); }
    Index entries() const { return static_cast<Index>(entries_.size()); }

    Index lower(Index item) const { return lower_[item]; }
    Index upper(Index item) const { return upper_[item]; }
    bool is_colored(Index item) const { return colored_[item] != 0; }

    // Primary items are branched on. The others need no branching: leaving them alone is allowed, and
    // whatever is chosen for them is chosen for the sake of some primary item (Knuth's secondary items).
    bool is_primary(Index item) const { return !is_colored(item) && !(lower_[item] == 0 && upper_[item] == 1); }

    // The entries of option o are those from start(o) up to start(o + 1).
    Index start(Index option) const {
        EXCOVER_ASSERT(option < starts_.size());
        return starts_[option];
    }
    Index item(Index entry) const { return entries_[entry]; }
    Index color(Index entry) const { return colors_[entry]; }

private:
    void check_items() const;
    void check_options() const;

    std::vector<Index> lower_, upper_;
    std::vector<std::uint8_t> colored_;
    std::vector<Index> starts_, entries_, colors_;
};

}  // namespace excover
