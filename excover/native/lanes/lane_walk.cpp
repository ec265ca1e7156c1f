#include "lanes/lane_walk.hpp"

#include <cstring>
#include <limits>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable lanes_few_subtrees;
}

namespace excover::lanes {

namespace {

// Vectors for every machine, of 128 bits in the notation of GCC and Clang, which compile them for any.
template <class Lane>
struct Vector {
    typedef Lane Quarter __attribute__((vector_size(16)));
    static constexpr std::size_t kQuarters = sizeof(Block) / sizeof(Quarter), kLanes = 16 / sizeof(Lane);
    static constexpr Lane kOnes = std::numeric_limits<Lane>::max();
    struct Lanes {
        Quarter quarters[kQuarters];
    };

    template <class Function>
    static Lanes each(Function function) {
        Lanes result;
        for (std::size_t k = 0; k < kQuarters; ++k) result.quarters[k] = function(k);
        return result;
    }
    static Lanes load(const Block* block) {
        Lanes lanes;
        std::memcpy(&lanes, block, sizeof lanes);
        return lanes;
    }
    static void store(Block* block, const Lanes& lanes) { std::memcpy(block, &lanes, sizeof lanes); }
    static Lanes without(const Lanes& a, const Lanes& b) {
        return each([&](std::size_t k) { return a.quarters[k] & ~b.quarters[k]; });
    }
    static Lanes add(const Lanes& a, const Lanes& b) {
        return each([&](std::size_t k) { return a.quarters[k] + b.quarters[k]; });
    }
    static Lanes sizes(const Lanes& a) {
        return each([&](std::size_t k) { return population(a.quarters[k]); });
    }
    static Index empty(const Lanes& sizes) {
        Quarter minus{};
        for (const Quarter& quarter : sizes.quarters) minus += Quarter(quarter == 0);
        Lane empty = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) empty = static_cast<Lane>(empty - minus[lane]);
        return static_cast<Index>(empty);
    }
    static Lanes key(const Lanes& sizes, Index shift, const Lanes& ranks) {
        return each([&](std::size_t k) {
            const Quarter size = sizes.quarters[k];
            return (size << static_cast<Lane>(shift)) | ranks.quarters[k] | Quarter(size == 0);
        });
    }
    static Lanes lesser(const Lanes& a, const Lanes& b) {
        return each([&](std::size_t k) { return lesser(a.quarters[k], b.quarters[k]); });
    }
    static Lanes none() {
        return each([](std::size_t) { return ~Quarter{}; });
    }
    static std::uint64_t least(const Lanes& a) {
        Quarter quarter = a.quarters[0];
        for (std::size_t k = 1; k < kQuarters; ++k) quarter = lesser(quarter, a.quarters[k]);
        Lane least = quarter[0];
        for (std::size_t lane = 1; lane < kLanes; ++lane) least = quarter[lane] < least ? quarter[lane] : least;
        return least;
    }

private:
    static Quarter lesser(Quarter a, Quarter b) { return a < b ? a : b; }

    // H. S. Warren, Hacker's Delight, 5-1: sums of neighbours, then of pairs, and so on.
    static Quarter population(Quarter x) {
        x -= x >> 1 & Lane{kOnes / 3};
        x = (x & Lane{kOnes / 15 * 3}) + (x >> 2 & Lane{kOnes / 15 * 3});
        x = (x + (x >> 4)) & Lane{kOnes / 255 * 15};
        for (int width = 8; width < std::numeric_limits<Lane>::digits; width *= 2) x += x >> static_cast<Lane>(width);
        return x & Lane{127};
    }
};

#include "lanes/lane_walk_loop.hpp"

}  // namespace

Walker plain_walker(Index bits) {
    return bits == 16 ? walk_on<std::uint16_t> : bits == 32 ? walk_on<std::uint32_t> : walk_on<std::uint64_t>;
}

Walker walker(Instructions instructions, Index bits) {
    EXCOVER_CHECK(has_instructions(instructions));
    switch (instructions) {
        case Instructions::avx512:
            return avx512_walker(bits);
        case Instructions::avx512bw:
            return avx512bw_walker(bits);
        case Instructions::avx2:
            return avx2_walker(bits);
        case Instructions::neon:
            return neon_walker(bits);
        default:
            return plain_walker(bits);
    }
}

Walk walk_over(const LaneTable& table, Block* arrays) {
    const LaneLayout& layout = table.layout();
    Walk walk{};
    walk.rows = table.rows();
    walk.ranks = layout.ranks.data();
    walk.row_of_bit = table.row_of_bit();
    walk.covers = table.covers();
    walk.sizes = table.sizes();
    walk.place_of_rank = table.places_of_ranks();
    walk.plane_start = layout.plane_start.data();
    walk.plane_blocks = layout.plane_blocks.data();
    walk.bits = layout.bits;
    walk.shift = layout.shift;
    walk.planes = layout.planes();
    walk.blocks = layout.blocks();
    walk.items = table.items();
    walk.empty_lanes = layout.empty_lanes();
    walk.arrays = arrays;
    walk.few_subtrees = tuning::lanes_few_subtrees;
    return walk;
}

}  // namespace excover::lanes
