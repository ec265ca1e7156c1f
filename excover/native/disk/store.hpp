// The folder of a count on disk: files of sorted runs, and the checkpoint, which names those that count.
//
// A file never changes once it is named in a checkpoint, and is deleted only after a later one does not name it. So
// whatever ends the process, and whenever, the folder holds what the last checkpoint says; other runs are what came
// after it, and are deleted when the folder is opened again.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace excover {

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
    std::string folder;  // that exists, and that nobody else uses
    std::string identity;  // what is counted, and by which version: lines of text
    std::uint64_t limit = UINT64_MAX;  // of the bytes of all files

    // None of these changes the count; excover/search/tuning.py says what they mean.
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

}  // namespace excover
