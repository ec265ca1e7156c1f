// The tuning constants of the core: how much work between two looks at the clock, when a table pays, how large a batch
// is.
//
// A value costs time or memory and decides in which order a tree is walked, but never what the answer is:
// tests/search/test_tuning.py tries both ends of every range. Bounds that a data structure needs (bits of a shard,
// words of a state) are no tuning constants; they stand where they are used. After CaDiCaL's options.hpp (A. Biere et
// al.).
//
// To add one: a line in the table of tuning.cpp, in the group of its room, and where it is used a declaration,
// `namespace tuning { extern Tunable name; }`, so that only these two files are compiled. It reads as std::uint64_t;
// where a loop is hot, or a value must not change during a run, copy it first. The range must keep every use free of
// overflow and of division by zero, whatever the other values are. That is all: benchmarks and tests then set it by
// `tuned(name=value)` of excover/search/tuning.py, and no command line does. Write down beside the default what it was
// measured on, if that is known.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>

namespace excover {

// A value that may be set while others read it: each of them sees the old one or the new one.
class Tunable {
public:
    constexpr explicit Tunable(std::uint64_t value) : value_(value) {}
    operator std::uint64_t() const { return value_.load(std::memory_order_relaxed); }
    void set(std::uint64_t value) { value_.store(value, std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_;
};

struct TuningConstant {
    std::string_view name;
    Tunable* value;
    std::uint64_t standard, least, most;
    std::string_view meaning;
};

// All of them, in the order of the table.
std::span<const TuningConstant> tuning_constants();

// Throws std::invalid_argument if there is no such constant, or the value is out of its range. A search that is under
// way may go on with the old value.
void set_tuning(std::string_view name, std::uint64_t value);

}  // namespace excover
