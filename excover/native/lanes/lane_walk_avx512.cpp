// Walkers for AVX-512 with its population counts (BITALG and VPOPCNTDQ): a block is one vector.
#include "core/target.hpp"
#include "lanes/lane_walk.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

// Only what follows: the functions of the standard library stay those of every machine.
EXCOVER_BEGIN_TARGET("avx512f,avx512bw,avx512dq,avx512bitalg,avx512vpopcntdq,popcnt")

namespace excover {

namespace {

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

#include "lanes/avx512_vectors.hpp"
#include "lanes/lane_walk_loop.hpp"

}  // namespace

Walker avx512_walker(Index bits) {
    return bits == 16 ? walk_on<std::uint16_t> : bits == 32 ? walk_on<std::uint32_t> : walk_on<std::uint64_t>;
}

}  // namespace excover

EXCOVER_END_TARGET

#else

excover::Walker excover::avx512_walker(Index) { return nullptr; }

#endif
