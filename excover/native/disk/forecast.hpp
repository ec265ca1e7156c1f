// How many states a sweep will have, from a sweep over random samples of its levels.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/problem.hpp"
#include "core/run.hpp"

namespace excover {

class Forecast {
public:
    virtual ~Forecast() = default;

    // Goes on; `exhausted` when all levels have been passed, before which nothing else is of use.
    virtual Stop run(double seconds) = 0;

    // Of each level: about how many states are expanded.
    virtual std::span<const double> widths() const = 0;

    // Options that may be chosen, in all states together.
    virtual double updates() const = 0;

    // Bytes in files of the states that wait at most at once: if each is there once, and if it is there as often as it
    // was reached.
    virtual double least_bytes() const = 0;
    virtual double most_bytes() const = 0;

    // States expanded here and their options, and whether that were all: then nothing but bytes is estimated.
    virtual std::uint64_t expanded() const = 0;
    virtual std::uint64_t expanded_updates() const = 0;
    virtual bool is_exact() const = 0;

    // The logarithm of the factor by which all numbers may be smaller, since too few states were met twice.
    virtual double doubt() const = 0;
};

// Of a level, about `most` states are expanded; `memory` is that of the count, which decides what dead ends it sees.
// Null, with the reason in `obstacle`, where a sweep does not apply.
std::unique_ptr<Forecast> make_forecast(const Problem& problem, std::uint64_t memory, std::uint64_t most,
                                        std::uint64_t seed, std::string& obstacle);

}  // namespace excover
