// Numbers of any size in bytes, seven bits each, the lowest first, the highest bit set in all but the last (LEB128);
// and the checksum of what is written.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/limbs.hpp"

namespace excover {

using Bytes = std::vector<std::uint8_t>;

inline void put_number(Bytes& into, std::uint64_t number) {
    for (; number > 127; number >>= 7) into.push_back(static_cast<std::uint8_t>(number | 128));
    into.push_back(static_cast<std::uint8_t>(number));
}

inline void put_number(Bytes& into, Number number) {
    std::size_t limbs = number.size();
    while (limbs > 1 && number[limbs - 1] == 0) --limbs;
    if (limbs == 1) return put_number(into, number[0]);
    const std::size_t bits = 64 * (limbs - 1) + static_cast<std::size_t>(std::bit_width(number[limbs - 1]));
    for (std::size_t at = 0; at < bits; at += 7) {
        const std::size_t k = at / 64, shift = at % 64;
        std::uint64_t piece = number[k] >> shift;
        if (shift > 57 && k + 1 < limbs) piece |= number[k + 1] << (64 - shift);
        into.push_back(static_cast<std::uint8_t>((piece & 127) | (at + 7 < bits ? 128 : 0)));
    }
}

// Reads numbers from a block. What ends too early, or is wider than there is room for, makes it invalid.
class NumberReader {
public:
    explicit NumberReader(std::span<const std::uint8_t> bytes = {}) : bytes_(bytes) {}

    bool is_valid() const { return is_valid_; }
    bool is_at_end() const { return at_ == bytes_.size(); }

    // As many limbs as the number needs.
    void get(std::vector<std::uint64_t>& number) {
        number.assign(1, 0);
        get_into([&](std::size_t limb) -> std::uint64_t* {
            if (limb >= number.size()) number.resize(limb + 1);
            return &number[limb];
        });
    }
    void get(std::span<std::uint64_t> number) {
        std::ranges::fill(number, 0);
        get_into([&](std::size_t limb) { return limb < number.size() ? &number[limb] : nullptr; });
    }

private:
    template <class Limb>
    void get_into(const Limb& limb) {
        for (std::size_t bit = 0;; bit += 7) {
            if (at_ == bytes_.size()) {
                is_valid_ = false;
                return;
            }
            const std::uint8_t byte = bytes_[at_++];
            put(bit, byte & 127u, limb);
            if (byte < 128) return;
        }
    }
    template <class Limb>
    void put(std::size_t bit, std::uint64_t piece, const Limb& limb) {
        const std::size_t shift = bit % 64;
        const std::uint64_t high = shift > 57 ? piece >> (64 - shift) : 0;
        if (piece << shift != 0) put_limb(limb(bit / 64), piece << shift);
        if (high != 0) put_limb(limb(bit / 64 + 1), high);
    }
    void put_limb(std::uint64_t* limb, std::uint64_t piece) {
        if (limb != nullptr) *limb |= piece;
        is_valid_ = is_valid_ && limb != nullptr;
    }

    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    bool is_valid_ = true;
};

// Each step maps different sums to different sums: a change within one word is always seen, any other but once in 2^64.
inline std::uint64_t checksum(std::uint64_t sum, std::uint64_t word) {
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 32;
}

inline std::uint64_t word_at(std::span<const std::uint8_t> bytes) {
    std::uint64_t word = 0;
    for (std::size_t k = std::min<std::size_t>(8, bytes.size()); k-- > 0;) word = word << 8 | bytes[k];
    return word;
}

inline std::uint64_t checksum(std::uint64_t sum, std::span<const std::uint8_t> bytes) {
    sum = checksum(sum, bytes.size());
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) sum = checksum(sum, word_at(bytes.first<8>()));
    return bytes.empty() ? sum : checksum(sum, word_at(bytes));
}

inline void put_word(Bytes& into, std::uint64_t word) {
    for (unsigned k = 0; k < 8; ++k) into.push_back(static_cast<std::uint8_t>(word >> (8 * k)));
}

}  // namespace excover
