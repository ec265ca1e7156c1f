// Walkers in plain C++, for every machine; a compiler makes what vectors it can of the loops.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "lane_walk.hpp"

namespace excover {

namespace {

// H. S. Warren, Hacker's Delight, 5-1: sums of neighbours, then of pairs, and so on.
template <class Lane>
constexpr Lane population(Lane x) {
    constexpr auto ones = std::numeric_limits<Lane>::max();
    x = static_cast<Lane>(x - ((x >> 1) & ones / 3));
    x = static_cast<Lane>((x & ones / 15 * 3) + ((x >> 2) & ones / 15 * 3));
    x = static_cast<Lane>((x + (x >> 4)) & ones / 255 * 15);
    for (int width = 8; width < std::numeric_limits<Lane>::digits; width *= 2) x = static_cast<Lane>(x + (x >> width));
    return x & 127;
}

template <class Lane>
struct Vector {
    static constexpr std::size_t kLanes = sizeof(Block) / sizeof(Lane);
    using Lanes = std::array<Lane, kLanes>;

    template <class Function>
    static Lanes each(Function function) {
        Lanes result;
        for (std::size_t k = 0; k < kLanes; ++k) result[k] = static_cast<Lane>(function(k));
        return result;
    }
    static Lanes load(const Block* block) {
        Lanes lanes;
        std::memcpy(lanes.data(), block, sizeof lanes);
        return lanes;
    }
    static void store(Block* block, const Lanes& lanes) { std::memcpy(block, lanes.data(), sizeof lanes); }
    static Lanes without(const Lanes& a, const Lanes& b) {
        return each([&](std::size_t k) { return a[k] & ~b[k]; });
    }
    static Lanes add(const Lanes& a, const Lanes& b) {
        return each([&](std::size_t k) { return a[k] + b[k]; });
    }
    static Lanes sizes(const Lanes& a) {
        return each([&](std::size_t k) { return population(a[k]); });
    }
    static Index empty(const Lanes& sizes) {
        Lane empty = 0;
        for (const Lane size : sizes) empty = static_cast<Lane>(empty + (size == 0));
        return static_cast<Index>(empty);
    }
    static Lanes key(const Lanes& sizes, Index shift, const Lanes& ranks) {
        return each([&](std::size_t k) {
            return static_cast<Lane>(sizes[k] << shift) | ranks[k] | static_cast<Lane>(-Lane{sizes[k] == 0});
        });
    }
    static Lanes lesser(const Lanes& a, const Lanes& b) {
        return each([&](std::size_t k) { return std::min(a[k], b[k]); });
    }
    static Lanes none() {
        return each([](std::size_t) { return std::numeric_limits<Lane>::max(); });
    }
    static std::uint64_t least(const Lanes& a) { return *std::min_element(a.begin(), a.end()); }
};

#include "lane_walk_loop.hpp"

}  // namespace

Walker plain_walker(Index bits) {
    return bits == 16 ? walk_on<std::uint16_t> : bits == 32 ? walk_on<std::uint32_t> : walk_on<std::uint64_t>;
}

}  // namespace excover
