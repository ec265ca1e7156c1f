// Pseudo-random numbers that are the same on every machine and in every run: xorshift64 (G. Marsaglia, "Xorshift RNGs",
// Journal of Statistical Software 8, 2003) from a fixed start.
#pragma once

#include <cstdint>

namespace excover {

class Xorshift {
public:
    std::uint64_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_ >> 11;
    }

private:
    std::uint64_t state_ = 0x9e3779b97f4a7c15;
};

}  // namespace excover
