// Numbers of any size in arrays of 64-bit limbs, the lowest first, with room for the result.
#pragma once

#include <cstdint>
#include <span>

#include "core/problem.hpp"

namespace excover {

using Number = std::span<const std::uint64_t>;

// to += number; the carry out of the last limb.
inline std::uint64_t add(std::span<std::uint64_t> to, Number number) {
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < to.size(); ++k) {
        const std::uint64_t more = k < number.size() ? number[k] : 0;
        const std::uint64_t sum = to[k] + more;
        to[k] = sum + carry;
        carry = std::uint64_t{sum < more} + std::uint64_t{to[k] < sum};
    }
    return carry;
}

inline bool is_less(Number a, Number b) {
    EXCOVER_ASSERT(a.size() == b.size());
    for (std::size_t k = a.size(); k-- > 0;)
        if (a[k] != b[k]) return a[k] < b[k];
    return false;
}

// from -= number, modulo 2^(64 * size of `from`).
inline void subtract_wrapped(std::span<std::uint64_t> from, Number number) {
    std::uint64_t borrow = 0;
    for (std::size_t k = 0; k < from.size(); ++k) {
        const std::uint64_t before = from[k], less = before - (k < number.size() ? number[k] : 0);
        from[k] = less - borrow;
        borrow = std::uint64_t{less > before} + std::uint64_t{from[k] > less};
    }
}

// from -= number, which is not larger.
inline void subtract(std::span<std::uint64_t> from, Number number) {
    EXCOVER_ASSERT(from.size() == number.size() && !is_less(from, number));
    subtract_wrapped(from, number);
}

// to += a * b; the result must fit `to`. 32 bits at a time.
inline void add_product(std::span<std::uint64_t> to, Number a, Number b) {
    if (to.size() == 1 && a.size() == 1 && b.size() == 1) {
        to[0] += a[0] * b[0];
        return;
    }
    const auto half = [](Number n, std::size_t k) -> std::uint64_t { return n[k / 2] >> (32 * (k % 2)) & 0xffffffffu; };
    const auto put = [&](std::size_t k, std::uint64_t value) {
        const unsigned shift = 32 * (k % 2);
        to[k / 2] = (to[k / 2] & ~(std::uint64_t{0xffffffffu} << shift)) | value << shift;
    };
    for (std::size_t i = 0; i < 2 * a.size(); ++i) {
        if (half(a, i) == 0) continue;
        std::uint64_t carry = 0;
        for (std::size_t k = i; k < 2 * to.size(); ++k) {
            const std::uint64_t factor = k - i < 2 * b.size() ? half(b, k - i) : 0;
            const std::uint64_t sum = half(Number(to), k) + half(a, i) * factor + carry;
            put(k, sum & 0xffffffffu);
            carry = sum >> 32;
        }
        EXCOVER_ASSERT(carry == 0);
    }
}

// Pseudo-random numbers that are the same on every machine and in every run: xorshift64 (G. Marsaglia, "Xorshift RNGs",
// Journal of Statistical Software 8, 2003) from a fixed start.

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
