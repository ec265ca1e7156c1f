// The count of graph/graph_count.hpp with its states on disk where memory is full, and checkpoints from which it goes
// on.
//
// Levels are searched in order. Where tables are full, the largest is sorted and written as a run; runs of a level are
// merged when its turn comes, with the ways of equal states added up (external merge sort, D. E. Knuth, TAOCP 5.4;
// delayed detection of duplicates, R. E. Korf, "Best-first frontier search with delayed duplicate detection", AAAI
// 2004). So equal states always meet, and files are read and written from their beginning to their end only.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "graph/graph_count.hpp"

namespace excover::disk {

// The folder of a count on disk, its files, and what may go wrong with them.

// What ended a count on disk. All that the last checkpoint has is still there.
class DiskError : public std::runtime_error {
public:
    enum class Kind {
        system,  // the error of the system for a file that cannot be used
        full,  // the same, where there is no room
        limit,  // the files would take more than they may
        damaged,  // a file does not hold what was written
    };

    DiskError(Kind kind, const std::string& file, const std::string& reason)
        : std::runtime_error(reason), kind_(kind), file_(file) {}

    static DiskError of_system(const std::string& file) { return of_system(file, {errno, std::generic_category()}); }
    static DiskError of_system(const std::string& file, std::error_code error) {
        const bool is_full =
            error == std::errc::no_space_on_device || error == std::errc::file_too_large || error.value() == EDQUOT;
        return {is_full ? Kind::full : Kind::system, file, error.message()};
    }
    static DiskError damaged(const std::string& file, const std::string& reason) {
        return {Kind::damaged, file, reason};
    }

    Kind kind() const { return kind_; }
    const std::string& file() const { return file_; }

private:
    Kind kind_;
    std::string file_;
};

// Files of a count on disk: opened, read, written and flushed by the system's own calls, every error a DiskError.
class DiskFile {
public:
    // A new file, in the place of an old one or of a link, whose target stays as it is.
    static DiskFile create(std::string path);
    static DiskFile open(std::string path);

    DiskFile(DiskFile&& other) noexcept
        : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
    DiskFile& operator=(DiskFile&& other) noexcept {
        std::swap(path_, other.path_);
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~DiskFile();

    const std::string& path() const { return path_; }
    std::uint64_t size() const;

    // At the end of what was written.
    void write(std::span<const std::uint8_t> bytes);

    // From an offset on; fewer bytes only at the end of the file.
    std::size_t read(std::uint64_t offset, std::span<std::uint8_t> bytes) const;

    // Returns when all that was written is on the disk.
    void flush();

private:
    DiskFile(std::string path, int flags);

    std::string path_;
    int descriptor_;
};

// Makes the names of the files of a folder durable.
void flush_folder(const std::string& path);

// The folder of a count on disk: files of sorted runs, and the checkpoint, which names those that count.
//
// A file never changes once it is named in a checkpoint, and is deleted only after a later one does not name it. So
// whatever ends the process, and whenever, the folder holds what the last checkpoint lists; other runs are what came
// after it, and are deleted when the folder is opened again.

// A file of states of one level and shard, ascending, each with its number of ways; and which of them are still needed.
struct DiskRun {
    std::uint64_t number = 0;  // of the file
    Index level = 0, shard = 0;
    std::uint64_t bytes = 0, records = 0;
    std::uint64_t digest = 0;  // the checksum of the last block
    std::uint64_t offset = 0, before = 0,
                  skip = 0;  // the first block needed, the checksum before it, and what to skip of it
    bool is_saved = false;  // named by a checkpoint

    // Two runs begin with different checksums: one file cannot stand for another.
    std::uint64_t seed() const;
};

// All that a count knows between two steps.
struct Checkpoint {
    std::uint64_t nodes = 0, updates = 0, depth = 0, milliseconds = 0;
    bool is_done = false;
    std::vector<std::uint64_t> total{0};  // limbs, the lowest first
    std::vector<std::uint64_t> widths;  // of the levels so far: states expanded
    std::vector<DiskRun> runs;
};

struct DiskSettings {
    std::string folder;  // that exists, and that no one else uses
    std::string identity;  // what is counted, and by which version: lines of text
    std::uint64_t limit = UINT64_MAX;  // of the bytes of all files

    // None of these changes the count; excover/search/tuning.py explains them.
    std::uint64_t seconds = 60, block = 1 << 16, fan_in = 32, merged = 1 << 16;
};

class Store {
public:
    // A folder without a checkpoint gets one. Throws DiskError.
    explicit Store(DiskSettings settings);

    const DiskSettings& settings() const { return settings_; }

    const Checkpoint& start() const { return start_; }

    std::string path(const DiskRun& run) const;
    std::uint64_t new_number() { return next_number_.fetch_add(1); }

    // Before so many bytes are written. Throws if that is too much.
    void take_room(std::uint64_t bytes, const std::string& file);

    // Of all files now, and at most so far; and how much more there may be.
    std::uint64_t bytes() const { return bytes_.load(); }
    std::uint64_t most_bytes() const { return most_bytes_.load(); }
    std::uint64_t room() const;

    // Makes it durable, with all its runs, which then are saved. Then deletes `dead`, which it does not name.
    void save(Checkpoint& checkpoint, const std::vector<DiskRun>& dead);

    // Deletes a run that no checkpoint names.
    void remove(const DiskRun& run);

private:
    std::string checkpoint_path() const { return settings_.folder + "/checkpoint"; }
    bool load();
    void check_files();
    void delete_others();
    void write(const Checkpoint& checkpoint);

    const DiskSettings settings_;
    Checkpoint start_;
    std::atomic<std::uint64_t> next_number_ = 1, bytes_ = 0, most_bytes_ = 0;
};

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
