// The options of a packer as masks, and tables of those that fit.
//
// The items that must be covered exactly once are numbered in the order of the packer, the others behind them. An
// option stands at the first item that it covers, its level: when that is the first open item, the options that may
// cover it are those of its level that meet no covered item. What most of them need are a few items next to it, the
// window of the level: for each set of those that are covered there is a list of the options that need none of them. So
// most of what is tried fits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/problem.hpp"
#include "packer/order.hpp"

namespace excover::packer {

template <Index Words>
struct Mask {
    std::array<std::uint64_t, Words> words{};

    bool meets(const Mask& other) const {
        std::uint64_t both = 0;
        for (Index w = 0; w < Words; ++w) both |= words[w] & other.words[w];
        return both != 0;
    }
    Mask with(const Mask& other) const {
        Mask sum = *this;
        for (Index w = 0; w < Words; ++w) sum.words[w] |= other.words[w];
        return sum;
    }
    // The 64 bits from one of them on.
    std::uint64_t from(Index bit) const {
        const Index word = Words == 1 ? 0 : bit / 64, shift = bit % 64;
        if constexpr (Words == 2) {
            const std::uint64_t low = word == 0 ? words[0] : words[1], high = word == 0 ? words[1] : 0;
            return low >> shift | high << 1 << (63 - shift);
        }
        const std::uint64_t high = word + 1 < Words ? words[word + 1] : 0;
        return words[word] >> shift | high << 1 << (63 - shift);
    }
    bool has(Index bit) const { return (words[bit / 64] >> (bit % 64) & 1) != 0; }
    void add(Index bit) { words[bit / 64] |= std::uint64_t{1} << (bit % 64); }
};

// A part of a list of options.
struct Range {
    Index begin, end;
};

template <Index Words>
class PlacementTable {
public:
    PlacementTable(const Problem& problem, const std::vector<Index>& order);

    Index levels() const { return static_cast<Index>(order_.size()); }
    Index item(Index level) const { return order_[level]; }
    bool is_impossible() const { return is_impossible_; }  // some item has no option at all

    // The first item that is not covered; `levels()` or more if there is none.
    Index first_open(const Mask<Words>& covered) const {
        for (Index w = 0; w < Words; ++w)
            if (const std::uint64_t open = exact_.words[w] & ~covered.words[w]; open != 0)
                return 64 * w + static_cast<Index>(std::countr_zero(open));
        return kNone;
    }

    // The options of a level that meet no covered item of its window, by ascending number; others may still not fit.
    Range candidates(Index level, const Mask<Words>& covered) const {
        const Level& at = levels_[level];
        const std::uint64_t ahead = covered.from(level);
        std::uint64_t key = at.base;
        for (const Run& run : at.runs) key += ahead >> run.shift & run.bits;
        return {starts_[key], starts_[key + 1]};
    }
    const Mask<Words>& mask(Index place) const { return masks_[place]; }
    Index option(Index place) const { return options_[place]; }

private:
    // Neighboring items of a window, and where their bits go in its key.
    struct Run {
        std::uint32_t shift = 0;
        std::uint32_t bits = 0;
    };
    static constexpr std::size_t kRuns = 4;

    struct Level {
        std::array<Run, kRuns> runs;
        std::uint64_t base = 0;  // of its lists among all
    };

    struct Placement {
        Mask<Words> mask;
        Index option;
    };

    std::vector<Index> window(const std::vector<Placement>& placements, Index level, Index most) const;
    static std::vector<Run> runs(const std::vector<Index>& window, Index level);
    void add_lists(const std::vector<Placement>& placements, const std::vector<Index>& window);

    std::vector<Index> order_;
    Mask<Words> exact_;
    std::vector<Level> levels_;
    std::vector<Index> starts_;  // of the lists, and the end of the last one
    std::vector<Mask<Words>> masks_;
    std::vector<Index> options_;
    bool is_impossible_ = false;
};

}  // namespace excover::packer
