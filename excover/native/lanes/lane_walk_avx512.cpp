// Walkers for AVX-512: a block is one vector. Population counts are those of BITALG and VPOPCNTDQ, or, as on Intel's
// servers before Ice Lake, made with a table of nibbles, as in lane_walk_avx2.cpp.
#include "lanes/lanes.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

// Only what follows: the functions of the standard library stay those of every machine.
EXCOVER_BEGIN_TARGET("avx512f,avx512bw,avx512dq,popcnt")

namespace excover::lanes {

namespace {

template <class Lane>
struct Lanes;

template <>
struct Lanes<std::uint16_t> {
    static __m512i add(__m512i a, __m512i b) { return _mm512_add_epi16(a, b); }
    static auto zeros(__m512i x) { return _mm512_testn_epi16_mask(x, x); }
    static __m512i shift(__m512i x, __m128i by) { return _mm512_sll_epi16(x, by); }
    static __m512i ones(__mmask32 where, __m512i x) { return _mm512_mask_set1_epi16(x, where, -1); }
    static __m512i lesser(__m512i a, __m512i b) { return _mm512_min_epu16(a, b); }
    static std::uint64_t least(__m512i a) {
        const __m256i sixteen = _mm256_min_epu16(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64(a, 1));
        const __m128i eight = _mm_min_epu16(_mm256_castsi256_si128(sixteen), _mm256_extracti128_si256(sixteen, 1));
        return static_cast<std::uint64_t>(_mm_extract_epi16(_mm_minpos_epu16(eight), 0));
    }
};

template <>
struct Lanes<std::uint32_t> {
    static __m512i add(__m512i a, __m512i b) { return _mm512_add_epi32(a, b); }
    static auto zeros(__m512i x) { return _mm512_testn_epi32_mask(x, x); }
    static __m512i shift(__m512i x, __m128i by) { return _mm512_sll_epi32(x, by); }
    static __m512i ones(__mmask16 where, __m512i x) { return _mm512_mask_set1_epi32(x, where, -1); }
    static __m512i lesser(__m512i a, __m512i b) { return _mm512_min_epu32(a, b); }
    static std::uint64_t least(__m512i a) { return _mm512_reduce_min_epu32(a); }
};

template <>
struct Lanes<std::uint64_t> {
    static __m512i add(__m512i a, __m512i b) { return _mm512_add_epi64(a, b); }
    static auto zeros(__m512i x) { return _mm512_testn_epi64_mask(x, x); }
    static __m512i shift(__m512i x, __m128i by) { return _mm512_sll_epi64(x, by); }
    static __m512i ones(__mmask8 where, __m512i x) { return _mm512_mask_set1_epi64(x, where, -1); }
    static __m512i lesser(__m512i a, __m512i b) { return _mm512_min_epu64(a, b); }
    static std::uint64_t least(__m512i a) { return _mm512_reduce_min_epu64(a); }
};

// `Sizes`: its sizes(a) is the population count of each lane.
template <class Lane, template <class> class Sizes>
struct BlockVector : Lanes<Lane>, Sizes<Lane> {
    using L = Lanes<Lane>;

    static __m512i load(const Block* block) { return _mm512_load_si512(block->words); }
    static void store(Block* block, __m512i a) { _mm512_store_si512(block->words, a); }
    static __m512i without(__m512i a, __m512i b) { return _mm512_andnot_si512(b, a); }
    static Index empty(__m512i sizes) {
        return static_cast<Index>(__builtin_popcount(static_cast<unsigned>(L::zeros(sizes))));
    }
    static __m512i key(__m512i sizes, Index shift, __m512i ranks) {
        const __m128i by = _mm_cvtsi32_si128(static_cast<int>(shift));
        return L::ones(L::zeros(sizes), _mm512_or_si512(L::shift(sizes, by), ranks));
    }
    static __m512i none() { return _mm512_set1_epi64(-1); }
};

// Without population counts.
namespace by_table {

inline __m512i counts_of_bytes(__m512i x) {
    const __m512i nibbles = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i mask = _mm512_set1_epi8(15);
    return _mm512_add_epi8(_mm512_shuffle_epi8(nibbles, _mm512_and_si512(x, mask)),
                           _mm512_shuffle_epi8(nibbles, _mm512_and_si512(_mm512_srli_epi16(x, 4), mask)));
}

template <class Lane>
struct Sizes;

template <>
struct Sizes<std::uint16_t> {
    static __m512i sizes(__m512i x) { return _mm512_maddubs_epi16(counts_of_bytes(x), _mm512_set1_epi8(1)); }
};

template <>
struct Sizes<std::uint32_t> {
    static __m512i sizes(__m512i x) { return _mm512_madd_epi16(Sizes<std::uint16_t>::sizes(x), _mm512_set1_epi16(1)); }
};

template <>
struct Sizes<std::uint64_t> {
    static __m512i sizes(__m512i x) { return _mm512_sad_epu8(counts_of_bytes(x), _mm512_setzero_si512()); }
};

template <class Lane>
using Vector = BlockVector<Lane, Sizes>;

#include "lanes/lane_walk_loop.hpp"

}  // namespace by_table

}  // namespace

Walker avx512bw_walker(Index bits) {
    using namespace by_table;
    return bits == 16 ? walk_on<std::uint16_t> : bits == 32 ? walk_on<std::uint32_t> : walk_on<std::uint64_t>;
}

}  // namespace excover::lanes

EXCOVER_END_TARGET

EXCOVER_BEGIN_TARGET("avx512f,avx512bw,avx512dq,avx512bitalg,avx512vpopcntdq,popcnt")

namespace excover::lanes {

namespace {

// With them.
namespace by_instruction {

template <class Lane>
struct Sizes;

template <>
struct Sizes<std::uint16_t> {
    static __m512i sizes(__m512i x) { return _mm512_popcnt_epi16(x); }
};

template <>
struct Sizes<std::uint32_t> {
    static __m512i sizes(__m512i x) { return _mm512_popcnt_epi32(x); }
};

template <>
struct Sizes<std::uint64_t> {
    static __m512i sizes(__m512i x) { return _mm512_popcnt_epi64(x); }
};

template <class Lane>
using Vector = BlockVector<Lane, Sizes>;

#include "lanes/lane_walk_loop.hpp"

}  // namespace by_instruction

}  // namespace

Walker avx512_walker(Index bits) {
    using namespace by_instruction;
    return bits == 16 ? walk_on<std::uint16_t> : bits == 32 ? walk_on<std::uint32_t> : walk_on<std::uint64_t>;
}

}  // namespace excover::lanes

EXCOVER_END_TARGET

#else

excover::lanes::Walker excover::lanes::avx512bw_walker(Index) { return nullptr; }
excover::lanes::Walker excover::lanes::avx512_walker(Index) { return nullptr; }

#endif
