// Walkers for NEON, which every 64-bit ARM processor has: a block is four vectors of 128 bits.
#include "lanes/lanes.hpp"

#if defined(__aarch64__)

#include <arm_neon.h>

namespace excover::lanes {

namespace {

template <class Lane>
struct Quarter;

template <>
struct Quarter<std::uint16_t> {
    using Type = uint16x8_t;
    static Type of_words(uint64x2_t x) { return vreinterpretq_u16_u64(x); }
    static uint64x2_t to_words(Type x) { return vreinterpretq_u64_u16(x); }
    static Type sizes(uint8x16_t counts) { return vpaddlq_u8(counts); }
    static Type zeros(Type x) { return vceqzq_u16(x); }
    static Type shift(Type x, Index by) { return vshlq_u16(x, vdupq_n_s16(static_cast<std::int16_t>(by))); }
    static Type lesser(Type a, Type b) { return vminq_u16(a, b); }
    static std::uint16_t sum(Type x) { return vaddvq_u16(x); }
    static std::uint64_t least(Type x) { return vminvq_u16(x); }
};

template <>
struct Quarter<std::uint32_t> {
    using Type = uint32x4_t;
    static Type of_words(uint64x2_t x) { return vreinterpretq_u32_u64(x); }
    static uint64x2_t to_words(Type x) { return vreinterpretq_u64_u32(x); }
    static Type sizes(uint8x16_t counts) { return vpaddlq_u16(vpaddlq_u8(counts)); }
    static Type zeros(Type x) { return vceqzq_u32(x); }
    static Type shift(Type x, Index by) { return vshlq_u32(x, vdupq_n_s32(static_cast<std::int32_t>(by))); }
    static Type lesser(Type a, Type b) { return vminq_u32(a, b); }
    static std::uint32_t sum(Type x) { return vaddvq_u32(x); }
    static std::uint64_t least(Type x) { return vminvq_u32(x); }
};

template <>
struct Quarter<std::uint64_t> {
    using Type = uint64x2_t;
    static Type of_words(uint64x2_t x) { return x; }
    static uint64x2_t to_words(Type x) { return x; }
    static Type sizes(uint8x16_t counts) { return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(counts))); }
    static Type zeros(Type x) { return vceqzq_u64(x); }
    static Type shift(Type x, Index by) { return vshlq_u64(x, vdupq_n_s64(static_cast<std::int64_t>(by))); }
    static Type lesser(Type a, Type b) { return vbslq_u64(vcltq_u64(a, b), a, b); }
    static std::uint64_t sum(Type x) { return vaddvq_u64(x); }
    static std::uint64_t least(Type x) {
        const std::uint64_t first = vgetq_lane_u64(x, 0), second = vgetq_lane_u64(x, 1);
        return first < second ? first : second;
    }
};

template <class Lane>
struct Vector {
    using Q = Quarter<Lane>;
    static constexpr int kQuarters = 4;
    struct Lanes {
        typename Q::Type quarters[kQuarters];
    };

    template <class Function>
    static Lanes each(Function function) {
        return {{function(0), function(1), function(2), function(3)}};
    }
    static Lanes load(const Block* block) {
        return each([&](int k) { return Q::of_words(vld1q_u64(block->words + 2 * k)); });
    }
    static void store(Block* block, const Lanes& a) {
        for (int k = 0; k < kQuarters; ++k) vst1q_u64(block->words + 2 * k, Q::to_words(a.quarters[k]));
    }
    static Lanes without(const Lanes& a, const Lanes& b) {
        return each(
            [&](int k) { return Q::of_words(vbicq_u64(Q::to_words(a.quarters[k]), Q::to_words(b.quarters[k]))); });
    }
    static Lanes add(const Lanes& a, const Lanes& b) {
        return each([&](int k) { return a.quarters[k] + b.quarters[k]; });
    }
    static Lanes sizes(const Lanes& a) {
        return each([&](int k) { return Q::sizes(vcntq_u8(vreinterpretq_u8_u64(Q::to_words(a.quarters[k])))); });
    }
    static Index empty(const Lanes& sizes) {
        // A lane of ones is -1.
        typename Q::Type minus = Q::zeros(sizes.quarters[0]);
        for (int k = 1; k < kQuarters; ++k) minus += Q::zeros(sizes.quarters[k]);
        return static_cast<Index>(static_cast<Lane>(-Q::sum(minus)));
    }
    static Lanes key(const Lanes& sizes, Index shift, const Lanes& ranks) {
        return each([&](int k) {
            return Q::shift(sizes.quarters[k], shift) | ranks.quarters[k] | Q::zeros(sizes.quarters[k]);
        });
    }
    static Lanes lesser(const Lanes& a, const Lanes& b) {
        return each([&](int k) { return Q::lesser(a.quarters[k], b.quarters[k]); });
    }
    static Lanes none() {
        return each([](int) { return Q::of_words(vdupq_n_u64(UINT64_MAX)); });
    }
    static std::uint64_t least(const Lanes& a) {
        return Q::least(Q::lesser(Q::lesser(a.quarters[0], a.quarters[1]), Q::lesser(a.quarters[2], a.quarters[3])));
    }
};

#include "lanes/lane_walk_loop.hpp"

}  // namespace

Walker neon_walker(Index bits) {
    return bits == 16 ? walk_on<std::uint16_t> : bits == 32 ? walk_on<std::uint32_t> : walk_on<std::uint64_t>;
}

}  // namespace excover::lanes

#else

excover::lanes::Walker excover::lanes::neon_walker(Index) { return nullptr; }

#endif
