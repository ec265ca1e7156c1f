// Walkers for AVX2: a block is two vectors. Population counts by a table of nibbles: W. Mula, N. Kurz and
// D. Lemire, "Faster population counts using AVX2 instructions", The Computer Journal 61 (2018).
#include "lanes/lanes.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <limits>

// Only what follows: the functions of the standard library stay those of every machine.
EXCOVER_BEGIN_TARGET("avx2,popcnt")

namespace excover::lanes {

namespace {

struct Two {
    __m256i low, high;
};

inline __m256i counts_of_bytes(__m256i x) {
    const __m256i nibbles = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                             0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i mask = _mm256_set1_epi8(15);
    return _mm256_add_epi8(_mm256_shuffle_epi8(nibbles, _mm256_and_si256(x, mask)),
                           _mm256_shuffle_epi8(nibbles, _mm256_and_si256(_mm256_srli_epi16(x, 4), mask)));
}

template <class Lane>
struct Half;

template <>
struct Half<std::uint16_t> {
    static __m256i sizes(__m256i x) { return _mm256_maddubs_epi16(counts_of_bytes(x), _mm256_set1_epi8(1)); }
    static __m256i add(__m256i a, __m256i b) { return _mm256_add_epi16(a, b); }
    static __m256i zeros(__m256i x) { return _mm256_cmpeq_epi16(x, _mm256_setzero_si256()); }
    static __m256i shift(__m256i x, __m128i by) { return _mm256_sll_epi16(x, by); }
    static __m256i lesser(__m256i a, __m256i b) { return _mm256_min_epu16(a, b); }
};

template <>
struct Half<std::uint32_t> {
    static __m256i sizes(__m256i x) { return _mm256_madd_epi16(Half<std::uint16_t>::sizes(x), _mm256_set1_epi16(1)); }
    static __m256i add(__m256i a, __m256i b) { return _mm256_add_epi32(a, b); }
    static __m256i zeros(__m256i x) { return _mm256_cmpeq_epi32(x, _mm256_setzero_si256()); }
    static __m256i shift(__m256i x, __m128i by) { return _mm256_sll_epi32(x, by); }
    static __m256i lesser(__m256i a, __m256i b) { return _mm256_min_epu32(a, b); }
};

template <>
struct Half<std::uint64_t> {
    static __m256i sizes(__m256i x) { return _mm256_sad_epu8(counts_of_bytes(x), _mm256_setzero_si256()); }
    static __m256i add(__m256i a, __m256i b) { return _mm256_add_epi64(a, b); }
    static __m256i zeros(__m256i x) { return _mm256_cmpeq_epi64(x, _mm256_setzero_si256()); }
    static __m256i shift(__m256i x, __m128i by) { return _mm256_sll_epi64(x, by); }
    // Unsigned: there is only a signed comparison, and all ones stand for none.
    static __m256i lesser(__m256i a, __m256i b) {
        const __m256i top = _mm256_set1_epi64x(std::numeric_limits<long long>::min());
        return _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(_mm256_xor_si256(a, top), _mm256_xor_si256(b, top)));
    }
};

template <class Lane>
struct Vector {
    using H = Half<Lane>;

    static Two load(const Block* block) {
        const auto* words = reinterpret_cast<const __m256i*>(block->words);
        return {_mm256_load_si256(words), _mm256_load_si256(words + 1)};
    }
    static void store(Block* block, Two a) {
        auto* words = reinterpret_cast<__m256i*>(block->words);
        _mm256_store_si256(words, a.low);
        _mm256_store_si256(words + 1, a.high);
    }
    static Two without(Two a, Two b) {
        return {_mm256_andnot_si256(b.low, a.low), _mm256_andnot_si256(b.high, a.high)};
    }
    static Two add(Two a, Two b) { return {H::add(a.low, b.low), H::add(a.high, b.high)}; }
    static Two sizes(Two a) { return {H::sizes(a.low), H::sizes(a.high)}; }
    static Index empty(Two sizes) {
        const auto low = static_cast<unsigned>(_mm256_movemask_epi8(H::zeros(sizes.low)));
        const auto high = static_cast<unsigned>(_mm256_movemask_epi8(H::zeros(sizes.high)));
        return static_cast<Index>(__builtin_popcount(low) + __builtin_popcount(high)) / sizeof(Lane);
    }
    static Two key(Two sizes, Index shift, Two ranks) {
        const __m128i by = _mm_cvtsi32_si128(static_cast<int>(shift));
        const auto half = [&](__m256i size, __m256i rank) {
            return _mm256_or_si256(_mm256_or_si256(H::shift(size, by), rank), H::zeros(size));
        };
        return {half(sizes.low, ranks.low), half(sizes.high, ranks.high)};
    }
    static Two lesser(Two a, Two b) { return {H::lesser(a.low, b.low), H::lesser(a.high, b.high)}; }
    static Two none() { return {_mm256_set1_epi64x(-1), _mm256_set1_epi64x(-1)}; }
    static std::uint64_t least(Two a) {
        alignas(32) Lane lanes[32 / sizeof(Lane)];
        _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), H::lesser(a.low, a.high));
        Lane least = lanes[0];
        for (const Lane lane : lanes) least = lane < least ? lane : least;
        return least;
    }
};

template <>
inline std::uint64_t Vector<std::uint16_t>::least(Two a) {
    const __m256i both = _mm256_min_epu16(a.low, a.high);
    const __m128i eight = _mm_min_epu16(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    return static_cast<std::uint64_t>(_mm_extract_epi16(_mm_minpos_epu16(eight), 0));
}

#include "lanes/lane_walk_loop.hpp"

}  // namespace

Walker avx2_walker(Index bits) {
    return bits == 16 ? walk_on<std::uint16_t> : bits == 32 ? walk_on<std::uint32_t> : walk_on<std::uint64_t>;
}

}  // namespace excover::lanes

EXCOVER_END_TARGET

#else

excover::lanes::Walker excover::lanes::avx2_walker(Index) { return nullptr; }

#endif
