// Statistics of failures in a search for one solution: which items are hard, and when to restart.
//
// F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting systematic search by weighting constraints",
// ECAI 2004: an item that was wiped out often is branched on early. C. P. Gomes, B. Selman and H. Kautz, "Boosting
// combinatorial search through randomization", AAAI 1998: a search that was unlucky in its first choices is best
// begun again; with a limit that grows it stays complete (T. Walsh, "Search in a small world", IJCAI 1999).
// The limits were found by trials on quasigroups with holes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/problem.hpp"
#include "core/random.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable first_failures, first_failures_again, first_growth;
}

namespace excover::sparse {

class Failures {
public:
    explicit Failures(Index items) : weights_(items, 1) {}

    // Nothing is learnt in the first attempt, so that an easy problem gives the first solution of the listing.
    bool is_first_attempt() const { return attempts_ == 0; }

    void note(Index item) {
        ++failures_;
        ++weights_[item];
    }

    // Whether there were too many failures since the last restart.
    bool are_too_many() const { return failures_ >= limit_; }

    void begin_anew() {
        ++attempts_;
        failures_ = 0;
        limit_ = attempts_ == 1 ? tuning::first_failures_again
                                : limit_ + std::max(std::uint64_t{1}, limit_ / tuning::first_growth);
    }

    // Whether an item with this degree is more urgent than another. By degree over weight, equal ones by chance.
    bool is_more_urgent(Index item, Index degree, Index other, Index least) {
        const std::uint64_t a = degree * weights_[other], b = least * weights_[item];
        return a < b || (a == b && random_.next() % 2 == 0);
    }

private:
    std::vector<std::uint64_t> weights_;
    std::uint64_t attempts_ = 0, failures_ = 0, limit_ = tuning::first_failures;
    Xorshift random_;
};

// For a search with restarts: the option by which an item was covered last.
//
// Choosing it again leads the search back to where it was, apart from what it has learnt since: K. Pipatsrisawat and
// A. Darwiche, "A lightweight component caching scheme for satisfiability solvers", SAT 2007 (phase saving).
class LastChoices {
public:
    explicit LastChoices(const Problem& problem) : problem_(problem), entries_(problem.items(), kNone) {}

    void note(Index option) {
        for (const Index e : problem_.entries(option)) entries_[problem_.item(e)] = e;
    }

    // The entry of the item in that option; kNone if it was never covered.
    Index entry(Index item) const { return entries_[item]; }

private:
    const Problem& problem_;
    std::vector<Index> entries_;
};

}  // namespace excover::sparse
