#include "packer/placement_table.hpp"

#include <algorithm>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable packer_window;
}

namespace excover::packer {

namespace {

constexpr std::uint64_t kMostCandidates = kMostOptions;  // in the lists of all windows, at most

}  // namespace

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

template class PlacementTable<1>;
template class PlacementTable<2>;
template class PlacementTable<4>;

}  // namespace excover::packer
