// What a search for one solution learns from its failures: which items are hard, and when to start anew.
//
// F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting systematic search by weighting constraints",
// ECAI 2004: an item that was starved often is branched on early. C. P. Gomes, B. Selman and H. Kautz, "Boosting
// combinatorial search through randomization", AAAI 1998: a search that was unlucky in its first choices is best
// begun again; with a limit that grows it stays complete (T. Walsh, "Search in a small world", IJCAI 1999).
// The limits were found by trials on quasigroups with holes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/problem.hpp"
#include "core/tuning.hpp"

namespace excover {

class Failures {
public:
    explicit Failures(Index items) : weights_(items, 1) {}

    // Nothing is learnt in the first attempt, so that an easy problem gives the first solution of the listing.
    bool is_first_attempt() const { return attempts_ == 0; }

    void note(Index item) {
        ++failures_;
        ++weights_[item];
    }

    // Too many failures since the last beginning?
    bool are_too_many() const { return failures_ >= limit_; }

    void begin_anew() {
        ++attempts_;
        failures_ = 0;
        limit_ = attempts_ == 1 ? tuning::first_failures_again : limit_ + std::max(std::uint64_t{1}, limit_ / tuning::first_growth);
    }

    // Is an item with this degree more urgent than another? By degree over weight, equal ones by chance.
    bool is_more_urgent(Index item, Index degree, Index other, Index least) {
        const std::uint64_t a = degree * weights_[other], b = least * weights_[item];
        return a < b || (a == b && next_random() % 2 == 0);
    }

    // xorshift64 of G. Marsaglia, with a fixed beginning: the same on every machine and in every run.
    std::uint64_t next_random() {
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        random_ ^= random_ << 17;
        return random_ >> 11;
    }

private:
    std::vector<std::uint64_t> weights_;
    std::uint64_t attempts_ = 0, failures_ = 0, limit_ = tuning::first_failures;
    std::uint64_t random_ = 0x9e3779b97f4a7c15;
};

}  // namespace excover
