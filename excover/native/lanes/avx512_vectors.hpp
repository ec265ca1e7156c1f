// Vectors of AVX-512 F, BW and DQ for the loop of the walkers (lane_walk_loop.hpp): a block is one vector. To be
// included like that loop, after a template `Sizes`: its sizes(a) is the population count of each lane, for which there
// are several instructions.

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

template <class Lane>
struct Vector : Lanes<Lane>, Sizes<Lane> {
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
