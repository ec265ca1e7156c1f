#include "lanes/lanes.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <limits>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

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

Walk walk_over(const LaneTable& table, WalkRoom& room) {
    const LaneLayout& layout = table.layout();
    room.frames.resize(table.most_choices() + std::size_t{1});
    room.arrays.resize(room.frames.size() * layout.blocks());
    std::ranges::copy(table.first_array(), room.arrays.begin());
    Walk walk{};
    walk.rows = table.rows();
    walk.ranks = layout.ranks.data();
    walk.row_of_bit = table.row_of_bit();
    walk.covers = table.covers();
    walk.sizes = table.sizes();
    walk.place_of_rank = table.places_of_ranks();
    walk.lane_starts = table.lane_starts();
    walk.stack_starts = layout.starts.data();
    walk.bits = layout.bits;
    walk.shift = layout.shift;
    walk.stacks = layout.stacks();
    walk.empty_lanes = layout.empty_lanes();
    walk.blocks = layout.blocks();
    walk.items = table.items();
    walk.arrays = room.arrays.data();
    walk.frames = room.frames.data();
    walk.few_subtrees = tuning::lanes_few_subtrees;
    return walk;
}

namespace {

// What the processor has and the operating system supports.
struct Processor {
    bool avx2 = false;  // AVX2 and POPCNT
    bool avx512bw = false;  // AVX-512 F, BW and DQ, and POPCNT
    bool avx512 = false;  // besides, BITALG and VPOPCNTDQ
    bool neon = false;
};

#if defined(__x86_64__)

// The bits of the processor's answers and of XCR0: Intel, "Software Developer's Manual", volume 1, 14.3 and 15.2.
// `__builtin_cpu_supports` is not used, because some runtime libraries of Clang leave its table empty.
struct Answer {
    unsigned a = 0, b = 0, c = 0, d = 0;
};

Answer ask(unsigned leaf) {
    Answer answer;
    __get_cpuid_count(leaf, 0, &answer.a, &answer.b, &answer.c, &answer.d);
    return answer;
}

// The registers that the operating system saves when it switches threads.
std::uint64_t saved_registers() {
    std::uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
}

constexpr bool has_all(std::uint64_t bits, std::uint64_t wanted) { return (bits & wanted) == wanted; }

constexpr unsigned kPopcnt = 1u << 23, kOsxsave = 1u << 27, kAvx = 1u << 28;  // leaf 1, ecx
constexpr unsigned kAvx2 = 1u << 5, kF = 1u << 16, kDq = 1u << 17, kBw = 1u << 30;  // leaf 7, ebx
constexpr unsigned kBitalg = 1u << 12, kVpopcntdq = 1u << 14;  // leaf 7, ecx
constexpr std::uint64_t kYmm = 0b110, kZmm = 0b1110'0110;  // XCR0

Processor detect() {
    const Answer basic = ask(1), extended = ask(7);
    if (!has_all(basic.c, kPopcnt | kOsxsave | kAvx)) return {};
    const std::uint64_t saved = saved_registers();
    const bool avx512bw = has_all(saved, kZmm) && has_all(extended.b, kAvx2 | kF | kDq | kBw);
    return {.avx2 = has_all(saved, kYmm) && has_all(extended.b, kAvx2),
            .avx512bw = avx512bw,
            .avx512 = avx512bw && has_all(extended.c, kBitalg | kVpopcntdq)};
}

#elif defined(__aarch64__)

Processor detect() { return {.neon = true}; }  // which is part of the architecture

#else

Processor detect() { return {}; }

#endif

const Processor& processor() {
    static const Processor processor = detect();
    return processor;
}

}  // namespace

bool has_instructions(Instructions instructions) {
    switch (instructions) {
        case Instructions::avx512:
            return processor().avx512;
        case Instructions::avx512bw:
            return processor().avx512bw;
        case Instructions::avx2:
            return processor().avx2;
        case Instructions::neon:
            return processor().neon;
        default:
            return true;
    }
}

Instructions best_instructions() {
    for (const Instructions instructions :
         {Instructions::avx512, Instructions::avx512bw, Instructions::avx2, Instructions::neon})
        if (has_instructions(instructions)) return instructions;
    return Instructions::plain;
}

}  // namespace excover::lanes
