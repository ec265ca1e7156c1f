// The count of graph/graph_count.hpp with its states on disk where memory is full, and checkpoints from which it goes
// on.
//
// Levels are searched in order. Where tables are full, the largest is sorted and written as a run; runs of a level are
// merged when its turn comes, with the ways of equal states added up (external merge sort, D. E. Knuth, TAOCP 5.4;
// delayed detection of duplicates, R. E. Korf, "Best-first frontier search with delayed duplicate detection", AAAI
// 2004). So equal states always meet, and files are read and written from their beginning to their end only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "disk/store.hpp"
#include "graph/graph_count.hpp"

namespace excover::disk {

using graph::GraphCount;

// After an exception of run() or save() the count cannot be used; another one goes on from the last checkpoint.
class DiskCount : public GraphCount {
public:
    // Makes all that is known durable; a run() does so now and then.
    virtual void save() = 0;

    virtual std::uint64_t disk_bytes() const = 0;  // of all files now,
    virtual std::uint64_t most_disk_bytes() const = 0;  // and at most since the count was opened
    virtual std::uint64_t saved() const = 0;  // checkpoints written since
    virtual std::span<const std::uint64_t> widths()
        const = 0;  // of the levels so far: states expanded, of the last one perhaps more to come
    virtual double seconds() const = 0;  // in run() and save(), of earlier processes, too
};

// Goes on with the count in the folder, if there is one. As make_graph_count(); throws DiskError.
std::unique_ptr<DiskCount> make_disk_count(const Problem& problem, std::uint64_t memory, unsigned threads,
                                           const DiskSettings& settings);

// How many states a frontier search will have, from a frontier search over random samples of its levels.
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
// Throws std::invalid_argument where a frontier search does not apply.
std::unique_ptr<Forecast> make_forecast(const Problem& problem, std::uint64_t memory, std::uint64_t most,
                                        std::uint64_t seed);

}  // namespace excover::disk
