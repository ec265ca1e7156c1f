// Pseudo-random numbers that are the same on every machine and in every run: xorshift64 (G. Marsaglia, "Xorshift RNGs",
// Journal of Statistical Software 8, 2003) from a fixed start.
#pragma once

#include <cstdint>

namespace excover {

class Xorshift {
public:
    Xorshift() = default;
    // Other numbers for each of several threads; those of the first, 0, are the default.
    explicit Xorshift(unsigned stream) : state_(kStart + std::uint64_t{stream} * 0xbf58476d1ce4e5b8) {}

    std::uint64_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_ >> 11;
    }

private:
    static constexpr std::uint64_t kStart = 0x9e3779b97f4a7c15;  // odd, and so is every other: none is 0

    std::uint64_t state_ = kStart;
};

// Numbers that look random, the same on every machine: SplitMix64 (G. Steele, D. Lea and C. Flood, Fast splittable
// pseudorandom number generators, OOPSLA 2014).
inline std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

}  // namespace excover
