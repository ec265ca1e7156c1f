// A problem with its items and options in a random order, so that a search, which prefers the lowest-numbered of
// equals, finds other solutions first.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "core/covers.hpp"
#include "core/problem.hpp"

namespace excover {

class Shuffled {
public:
    // The same order for the same seed, on every machine.
    Shuffled(const Problem& problem, std::uint64_t seed);

    const Problem& problem() const { return problem_; }

    // Covers of it in the numbers of the problem that was given.
    Covers in_given_numbers(const Covers& covers) const;

private:
    Shuffled(const Problem& problem, std::mt19937_64 random);

    std::vector<Index> option_of_;  // by number here, in the given problem
    Problem problem_;
};

}  // namespace excover
