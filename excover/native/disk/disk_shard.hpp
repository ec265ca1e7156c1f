// The states of a shard: of each level a table, and sorted runs on disk of what found no room in it.
//
// What is taken from a level comes from its table if nothing of it is on disk. Otherwise its table is written, too, and
// its runs are read as one. States are thus taken once each, with all their ways.
#pragma once

#include <algorithm>
#include <new>
#include <optional>
#include <vector>

#include "disk/run_file.hpp"
#include "graph/frontier_search.hpp"
#include "graph/state_table.hpp"

namespace excover::disk {

using graph::hash_of;
using graph::LevelSet;
using graph::Place;
using graph::State;
using graph::StateTable;

// A number has room for all that is added to it, by so many additions, before it is given another limb.
inline constexpr std::uint64_t kHighWay = std::uint64_t{1} << 40;

template <unsigned W>
class DiskShard {
public:
    DiskShard(Store& store, Index number, Index levels, std::uint64_t memory)
        : store_(store), number_(number), memory_(memory), tables_(levels), runs_(levels), used_(levels) {}

    std::uint64_t bytes() const { return bytes_; }
    std::uint64_t most_bytes() const { return most_bytes_; }

    // Whether a number in a table may become too large for its limbs.
    bool is_high() const { return is_high_; }

    // Empty tables, for numbers of so many limbs.
    void begin(std::size_t limbs) {
        limbs_ = limbs;
        is_high_ = false;
    }

    void add_run(const DiskRun& run) {
        runs_[run.level].push_back(run);
        used_.insert(run.level);
    }

    Index first_level() const { return used_.next(0); }

    void prefetch(const Place<W>& child) const { tables_[child.level].prefetch(hash_of(child.state)); }

    // One way more, or many, to a state.
    void absorb(const Place<W>& child, Number ways) {
        StateTable<W>& table = tables_[child.level];
        if (table.is_full()) grow(child.level);
        std::uint64_t* slot = table.find(child.state);
        const bool is_new = table.is_free(slot);
        const std::span number(StateTable<W>::number(slot), limbs_);
        if (limbs_ == 1)
            number[0] += ways[0];
        else
            add(number, ways);
        is_high_ = is_high_ || number.back() >= kHighWay;
        if (is_new) table.occupy(slot, child.state);
    }

    // Prepares a level to be taken from, for a moment; whether it is ready.
    bool open(Index level) {
        if (merge_ || runs_[level].empty()) return true;
        if (tables_[level].bytes() > 0) flush(level);
        if (runs_[level].size() > store_.settings().fan_in) {
            merge_some(level);
            return false;
        }
        merge_.emplace(store_, runs_[level]);
        return true;
    }

    // Takes up to so many states of a level that is ready.
    void take(Index level, std::size_t most) {
        taken_.clear();
        taken_ways_.clear();
        taken_limbs_ = limbs_;
        if (merge_) {
            while (taken_.size() < most && merge_->has_next()) {
                const State<W> state = merge_->take(sum_);
                keep({state, level, 0}, sum_);
            }
            return;
        }
        for (StateTable<W>& table = tables_[level]; taken_.size() < most && table.has_next();) {
            const std::uint64_t* slot = table.take();
            keep({StateTable<W>::state(slot), level, 0}, Number(StateTable<W>::number(slot), limbs_));
        }
    }
    const std::vector<Place<W>>& taken() const { return taken_; }
    std::size_t taken_limbs() const { return taken_limbs_; }  // at least those that any of the numbers should have
    Number taken_ways(std::size_t k) const { return {taken_ways_.data() + k * taken_limbs_, taken_limbs_}; }

    // Forgets a level from which all was taken.
    void leave(Index level) {
        merge_.reset();
        drop_table(level);
        for (const DiskRun& run : runs_[level]) drop(run);
        runs_[level].clear();
        used_.erase(level);
    }

    // Writes all tables.
    void flush() {
        for (Index level = used_.next(0); level != kNone; level = used_.next(level + 1)) flush(level);
    }

    // What a checkpoint has to name, when no table holds anything, where `current` is the level that is taken from.
    void list_runs(Index current, std::vector<DiskRun>& into) const {
        for (Index level = used_.next(0); level != kNone; level = used_.next(level + 1)) {
            const std::vector<DiskRun> rests = merge_ && level == current ? merge_->rests() : runs_[level];
            into.insert(into.end(), rests.begin(), rests.end());
        }
    }
    void set_saved() {
        for (Index level = used_.next(0); level != kNone; level = used_.next(level + 1))
            for (DiskRun& run : runs_[level]) run.is_saved = true;
        dead_.clear();
    }

    // Files that only the last checkpoint still needs.
    const std::vector<DiskRun>& dead() const { return dead_; }

private:
    struct Sorted {
        State<W> state;
        const std::uint64_t* slot;
    };

    void keep(const Place<W>& place, Number ways) {
        const std::size_t wanted = ways.size() + (ways.back() >= kHighWay);
        while (taken_limbs_ < wanted) widen_taken();
        taken_.push_back(place);
        taken_ways_.insert(taken_ways_.end(), ways.begin(), ways.end());
        taken_ways_.resize(taken_.size() * taken_limbs_);
    }
    void widen_taken() {
        std::vector<std::uint64_t> wider(taken_.size() * (taken_limbs_ + 1));
        for (std::size_t k = 0; k < taken_.size(); ++k)
            std::ranges::copy(taken_ways(k), wider.data() + k * (taken_limbs_ + 1));
        taken_ways_.swap(wider);
        ++taken_limbs_;
    }

    // Makes room in the table of a level, by writing the largest tables while memory is full.
    void grow(Index level) {
        StateTable<W>& table = tables_[level];
        for (;;) {
            if (table.bytes() == 0) table = StateTable<W>(limbs_);
            if (bytes_ == 0 || bytes_ + table.growth() <= memory_) {
                try {
                    return grow(level, table);
                } catch (const std::bad_alloc&) {
                    if (bytes_ == 0) throw;
                    memory_ = bytes_;  // there is no more
                }
            }
            flush(largest());
        }
    }
    void grow(Index level, StateTable<W>& table) {
        const std::size_t before = table.bytes();
        table.grow();
        most_bytes_ = std::max(most_bytes_, bytes_ + table.bytes());
        bytes_ += table.bytes() - before;
        used_.insert(level);
    }

    Index largest() const {
        Index result = used_.next(0);
        for (Index level = result; level != kNone; level = used_.next(level + 1))
            if (tables_[level].bytes() > tables_[result].bytes()) result = level;
        return result;
    }

    void flush(Index level) {
        StateTable<W>& table = tables_[level];
        if (table.has_next()) {
            std::vector<Sorted> sorted;
            sorted.reserve(table.size());
            while (table.has_next()) {
                const std::uint64_t* slot = table.take();
                sorted.push_back({StateTable<W>::state(slot), slot});
            }
            std::ranges::sort(sorted, {}, &Sorted::state);
            RunWriter<W> writer(store_, level, number_);
            for (const Sorted& each : sorted) writer.put(each.state, {StateTable<W>::number(each.slot), limbs_});
            runs_[level].push_back(writer.finish());
        }
        drop_table(level);
    }
    void drop_table(Index level) {
        bytes_ -= tables_[level].bytes();
        tables_[level] = StateTable<W>();
    }

    // Merges the smallest runs of a level, a part of it at a time, so that few enough are left to be read at once.
    void merge_some(Index level) {
        if (!narrowing_) narrowing_.emplace(*this, level);
        if (!narrowing_->run(store_.settings().merged)) return;
        std::vector<DiskRun>& runs = runs_[level];
        const auto end = runs.begin() + static_cast<std::ptrdiff_t>(narrowing_->number);
        std::for_each(runs.begin(), end, [&](const DiskRun& run) { drop(run); });
        runs.erase(runs.begin(), end);
        runs.push_back(narrowing_->writer.finish());
        narrowing_.reset();
    }

    struct Narrowing {
        Narrowing(DiskShard& shard, Index level)
            : number(smallest(shard.runs_[level], shard.store_.settings().fan_in)),
              merge(shard.store_, std::span(shard.runs_[level]).first(number)),
              writer(shard.store_, level, shard.number_) {}

        // How many of the runs are merged, which come first from now on.
        static std::size_t smallest(std::vector<DiskRun>& runs, std::size_t fan_in) {
            std::ranges::sort(runs, {}, &DiskRun::bytes);
            return std::min(fan_in, runs.size() - fan_in + 1);
        }

        // Merges so many states; whether that were all.
        bool run(std::uint64_t states) {
            for (; states > 0 && merge.has_next(); --states) {
                const State<W> state = merge.take(sum);
                writer.put(state, sum);
            }
            return !merge.has_next();
        }

        std::size_t number;
        Merge<W> merge;
        RunWriter<W> writer;
        std::vector<std::uint64_t> sum;
    };

    void drop(const DiskRun& run) {
        if (run.is_saved)
            dead_.push_back(run);
        else
            store_.remove(run);
    }

    Store& store_;
    const Index number_;
    std::uint64_t memory_;  // for tables
    std::uint64_t bytes_ = 0, most_bytes_ = 0;
    std::size_t limbs_ = 1;
    bool is_high_ = false;
    std::vector<StateTable<W>> tables_;  // of a level
    std::vector<std::vector<DiskRun>> runs_;
    LevelSet used_;  // levels that have a table or runs
    std::optional<Merge<W>> merge_;  // of the level that is taken from
    std::optional<Narrowing> narrowing_;
    std::vector<DiskRun> dead_;
    std::vector<Place<W>> taken_;
    std::vector<std::uint64_t> taken_ways_, sum_;
    std::size_t taken_limbs_ = 1;
};

}  // namespace excover::disk
