// Walkers for AVX-512 without its population counts, as Intel's servers have it before Ice Lake: counts by a table of
// nibbles, as in lane_walk_avx2.cpp.
#include "core/target.hpp"
#include "lanes/lane_walk.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

// Only what follows: the functions of the standard library stay those of every machine.
EXCOVER_BEGIN_TARGET("avx512f,avx512bw,avx512dq,popcnt")

namespace excover {

namespace {

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

#include "lanes/avx512_vectors.hpp"
#include "lanes/lane_walk_loop.hpp"

}  // namespace

Walker avx512bw_walker(Index bits) {
    return bits == 16 ? walk_on<std::uint16_t> : bits == 32 ? walk_on<std::uint32_t> : walk_on<std::uint64_t>;
}

}  // namespace excover

EXCOVER_END_TARGET

#else

excover::Walker excover::avx512bw_walker(Index) { return nullptr; }

#endif
