// For a search with restarts: the option by which an item was covered last.
//
// Choosing it again leads the search back to where it was, apart from what it has learnt since: K. Pipatsrisawat and
// A. Darwiche, "A lightweight component caching scheme for satisfiability solvers", SAT 2007 (phase saving).
#pragma once

#include <vector>

#include "core/problem.hpp"

namespace excover {

class LastChoices {
public:
    explicit LastChoices(const Problem& problem) : problem_(problem), entries_(problem.items(), kNone) {}

    void note(Index option) {
        for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e) entries_[problem_.item(e)] = e;
    }

    // The entry of the item in that option; kNone if it was never covered.
    Index entry(Index item) const { return entries_[item]; }

private:
    const Problem& problem_;
    std::vector<Index> entries_;
};

}  // namespace excover
