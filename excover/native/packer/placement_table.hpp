// The options of a packer as masks, and tables of those that fit.
//
// The items that must be covered exactly once are numbered in the order of the packer, the others behind them. An
// option stands at the first item that it covers, its level: when that is the first open item, the options that may
// cover it are those of its level that meet no covered item. What most of them need are a few items next to it, the
// window of the level: for each set of those that are covered there is a list of the options that need none of them. So
// most of what is tried fits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/problem.hpp"
#include "core/tuning.hpp"
#include "packer/packing_search.hpp"

namespace excover::tuning {
extern Tunable packer_window;
}

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

// In the lists of all windows, at most.
inline constexpr std::uint64_t kMostCandidates = kMostOptions;

template <Index Words>
PlacementTable<Words>::PlacementTable(const Problem& problem, const std::vector<Index>& order) : order_(order) {
    EXCOVER_CHECK(problem.items() <= 64 * Words);
    std::vector<Index> bit(problem.items(), kNone);
    Index bits = 0;
    for (const Index item : order) {
        exact_.add(bits);
        bit[item] = bits++;
    }
    for (Index& each : bit)
        if (each == kNone) each = bits++;
    std::vector<std::vector<Placement>> placements(levels());
    Mask<Words> possible;
    for (Index option = 0; option < problem.options(); ++option) {
        Placement placement{{}, option};
        Index first = kNone;
        bool is_possible = true;
        for (const Index e : problem.entries(option)) {
            const Index item = problem.item(e);
            is_possible = is_possible && problem.upper(item) > 0;
            placement.mask.add(bit[item]);
            first = std::min(first, bit[item]);
        }
        EXCOVER_CHECK(first < levels());
        if (!is_possible) continue;
        placements[first].push_back(placement);
        possible = possible.with(placement.mask);
    }
    is_impossible_ = first_open(possible) != kNone;
    auto most = static_cast<Index>(tuning::packer_window);
    while (most > 0 && std::uint64_t{problem.options()} << most > kMostCandidates) --most;
    for (Index level = 0; level < levels(); ++level) {
        const std::vector<Index> window = this->window(placements[level], level, most);
        Level& added = levels_.emplace_back();
        std::ranges::copy(runs(window, level), added.runs.begin());
        added.base = starts_.size();
        add_lists(placements[level], window);
    }
}

// The items that most of the options of a level cover, but for its own, as far as they stand in few runs.
template <Index Words>
std::vector<Index> PlacementTable<Words>::window(const std::vector<Placement>& placements, Index level,
                                                 Index most) const {
    std::array<Index, 64 * Words> uses{};
    for (const Placement& placement : placements)
        for (Index w = 0; w < Words; ++w)
            for (std::uint64_t rest = placement.mask.words[w]; rest != 0; rest &= rest - 1)
                ++uses[64 * w + static_cast<Index>(std::countr_zero(rest))];
    std::vector<Index> used;
    for (Index bit = level + 1; bit < std::min(level + 64, 64 * Words); ++bit)
        if (uses[bit] > 0) used.push_back(bit);
    std::ranges::stable_sort(used, std::ranges::greater{}, [&](Index bit) { return uses[bit]; });
    std::vector<Index> window;
    for (const Index bit : used) {
        if (window.size() == most) break;
        std::vector<Index> larger = window;
        larger.insert(std::ranges::upper_bound(larger, bit), bit);
        if (runs(larger, level).size() <= kRuns) window = larger;
    }
    return window;
}

template <Index Words>
auto PlacementTable<Words>::runs(const std::vector<Index>& window, Index level) -> std::vector<Run> {
    std::vector<Run> runs;
    for (Index k = 0; k < window.size(); ++k) {
        const Index bit = window[k];
        if (k == 0 || bit != window[k - 1] + 1) runs.push_back({bit - level - k, 0});

        runs.back().bits |= std::uint32_t{1} << k;
    }
    return runs;
}

// For each set of covered items of the window, in the order of keys.
template <Index Words>
void PlacementTable<Words>::add_lists(const std::vector<Placement>& placements, const std::vector<Index>& window) {
    std::vector<std::uint64_t> needs;  // of each option, as a key
    for (const Placement& placement : placements) {
        std::uint64_t need = 0;
        for (Index k = 0; k < window.size(); ++k) need |= std::uint64_t{placement.mask.has(window[k])} << k;
        needs.push_back(need);
    }
    for (std::uint64_t key = 0; key >> window.size() == 0; ++key) {
        starts_.push_back(static_cast<Index>(masks_.size()));
        for (std::size_t k = 0; k < placements.size(); ++k) {
            if ((needs[k] & key) != 0) continue;
            masks_.push_back(placements[k].mask);
            options_.push_back(placements[k].option);
        }
    }
    starts_.push_back(static_cast<Index>(masks_.size()));
}

}  // namespace excover::packer
