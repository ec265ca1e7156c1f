#include "lanes/lanes.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>

namespace excover::lanes {

static_assert(std::endian::native == std::endian::little, "lanes are parts of 64-bit words");

namespace {

Index ceiling(Index a, Index b) { return (a + b - 1) / b; }

// Keys of lanes of so many bits must not reach the largest number, which stands for none.
bool keys_fit(Index bits, Index shift, Index largest) {
    return bits == 64 || ((std::uint64_t{largest} + 1) << shift) < (std::uint64_t{1} << bits);
}

LaneLayout lay_out(std::span<const Index> sizes, Index bits) {
    LaneLayout layout;
    layout.bits = bits;
    layout.lanes = static_cast<Index>(sizes.size());
    layout.shift = static_cast<Index>(std::bit_width(sizes.size() - 1));
    for (std::size_t first = 0; first < sizes.size(); first += layout.lanes_of_block())
        layout.starts.push_back(layout.blocks() + ceiling(sizes[first], bits));
    return layout;
}

void set_bit(Block* blocks, Index bit) { blocks[bit / 512].words[bit / 64 % 8] |= std::uint64_t{1} << (bit % 64); }

// row |= whole & ~own, word by word; the compiler vectorizes it.
void merge(Block* row, const Block* whole, const Block* own, Index blocks) {
    for (Index b = 0; b < blocks; ++b)
        for (int w = 0; w < 8; ++w) row[b].words[w] |= whole[b].words[w] & ~(own == nullptr ? 0 : own[b].words[w]);
}

}  // namespace

LaneLayout lay_out_lanes(std::span<const Index> sizes) {
    EXCOVER_CHECK(std::ranges::is_sorted(sizes, std::greater{}));
    EXCOVER_CHECK(sizes.empty() || sizes.back() > 0);
    if (sizes.empty()) return {};
    LaneLayout best = lay_out(sizes, 64);
    for (const Index bits : {32U, 16U}) {
        LaneLayout other = lay_out(sizes, bits);
        if (keys_fit(bits, other.shift, sizes.front()) && other.blocks() <= best.blocks()) best = std::move(other);
    }
    return best;
}

ConflictClasses::ConflictClasses(const Problem& problem)
    : size_(problem.items()), whole_(problem.entries()), own_(problem.entries(), kNone) {
    std::unordered_map<std::uint64_t, Index> numbers;
    for (Index e = 0; e < problem.entries(); ++e) {
        whole_[e] = problem.item(e);
        if (!problem.is_colored(problem.item(e))) continue;
        const std::uint64_t pair = std::uint64_t{problem.item(e)} << 32 | problem.color(e);
        const auto [place, is_new] = numbers.try_emplace(pair, size_);
        size_ += is_new;
        own_[e] = place->second;
    }
}

std::uint64_t LaneTable::bytes(const LaneLayout& layout, std::uint64_t options, std::uint64_t classes) {
    return (options + classes) * layout.blocks() * sizeof(Block);
}

void LaneTable::build(const Problem& problem, const ConflictClasses& classes, LaneScratch& scratch,
                      std::span<const Index> options, std::span<const Index> items) {
    options_.assign(options.begin(), options.end());
    place_items(problem, scratch, items);
    place_options(problem, scratch);
    fill_masks(problem, classes, scratch);
    fill_rows(problem, classes, scratch);
}

void LaneTable::place_items(const Problem& problem, LaneScratch& scratch, std::span<const Index> items) {
    for (const Index item : items) scratch.size[item] = 0;
    for (const Index option : options_)
        for (const Index e : problem.entries(option)) ++scratch.size[problem.item(e)];
    scratch.sorted.resize(items.size());
    std::iota(scratch.sorted.begin(), scratch.sorted.end(), Index{0});
    std::ranges::stable_sort(scratch.sorted, std::greater{}, [&](Index rank) { return scratch.size[items[rank]]; });
    sizes_.clear();
    for (const Index rank : scratch.sorted) sizes_.push_back(scratch.size[items[rank]]);
    layout_ = lay_out_lanes(sizes_);
    blocks_ = layout_.blocks();
    lane_mask_ = ~std::uint64_t{0} >> (64 - layout_.bits);
    items_.resize(items.size());
    lane_starts_.resize(items.size());
    place_of_rank_.resize(items.size());
    layout_.ranks.assign(layout_.stacks(), Block{});
    for (Index place = 0; place < items.size(); ++place) {
        const Index rank = scratch.sorted[place], bit = place * layout_.bits;
        items_[place] = items[rank];
        lane_starts_[place] = layout_.starts[bit / 512] * 512 + bit % 512;
        place_of_rank_[rank] = place;
        scratch.place[items[rank]] = place;
        layout_.ranks[bit / 512].words[bit / 64 % 8] |= std::uint64_t{rank} << (bit % 64);
    }
}

// Gives every option the next bit of each of its items, ascending.
void LaneTable::place_options(const Problem& problem, LaneScratch& scratch) {
    for (const Index item : items_) scratch.size[item] = 0;
    scratch.bits.clear();
    covers_.clear();
    first_bit_.clear();
    bit_start_.clear();
    row_of_bit_.assign(std::size_t{blocks_} * 512, kNone);
    Index least = kNone;
    for (Index row = 0; row < options(); ++row) {
        bit_start_.push_back(static_cast<Index>(scratch.bits.size()));
        for (const Index e : problem.entries(options_[row])) {
            if (!problem.is_primary(problem.item(e))) continue;
            const Index number = scratch.size[problem.item(e)]++;
            const Index place = scratch.place[problem.item(e)];
            const Index bit = lane_start(place, number / layout_.bits) + number % layout_.bits;
            scratch.bits.push_back(bit);
            row_of_bit_[bit] = row;
        }
        covers_.push_back(static_cast<Index>(scratch.bits.size()) - bit_start_.back());
        EXCOVER_CHECK(covers_.back() > 0);
        first_bit_.push_back(scratch.bits[bit_start_.back()]);
        least = std::min(least, covers_.back());
    }
    bit_start_.push_back(static_cast<Index>(scratch.bits.size()));
    most_choices_ = static_cast<Index>(items_.size()) / least;
    first_array_.assign(blocks_, Block{});
    for (const Index bit : scratch.bits) set_bit(first_array_.data(), bit);
}

// A mask is needed where options exclude each other.
void LaneTable::fill_masks(const Problem& problem, const ConflictClasses& classes, LaneScratch& scratch) {
    const auto each_entry = [&](auto action) {
        for (Index row = 0; row < options(); ++row)
            for (const Index e : problem.entries(options_[row])) action(row, classes.whole(e), classes.own(e));
    };
    each_entry([&](Index, Index whole, Index own) {
        ++scratch.count[whole];
        scratch.slot[whole] = kNone;
        if (own == kNone) return;
        ++scratch.count[own];
        scratch.slot[own] = kNone;
    });
    Index slots = 0;
    each_entry([&](Index, Index whole, Index own) {
        const Index harmless = own == kNone ? 1 : scratch.count[own];
        if (scratch.count[whole] == harmless) return;
        if (scratch.slot[whole] == kNone) scratch.slot[whole] = slots++;
        if (own != kNone && scratch.slot[own] == kNone) scratch.slot[own] = slots++;
    });
    each_entry([&](Index, Index whole, Index own) {
        scratch.count[whole] = 0;
        if (own != kNone) scratch.count[own] = 0;
    });
    scratch.masks.assign(std::size_t{slots} * blocks_, Block{});
    each_entry([&](Index row, Index whole, Index own) {
        for (const Index slot : {scratch.slot[whole], own == kNone ? kNone : scratch.slot[own]}) {
            if (slot == kNone) continue;
            Block* mask = scratch.masks.data() + std::size_t{slot} * blocks_;
            for (Index k = bit_start_[row]; k < bit_start_[row + 1]; ++k) set_bit(mask, scratch.bits[k]);
        }
    });
}

void LaneTable::fill_rows(const Problem& problem, const ConflictClasses& classes, LaneScratch& scratch) {
    rows_.resize(std::size_t{options()} * blocks_);
    const auto mask = [&](Index slot) { return scratch.masks.data() + std::size_t{slot} * blocks_; };
    for (Index row = 0; row < options(); ++row) {
        Block* blocks = rows_.data() + std::size_t{row} * blocks_;
        std::fill_n(blocks, blocks_, Block{});
        for (Index k = bit_start_[row]; k < bit_start_[row + 1]; ++k) set_bit(blocks, scratch.bits[k]);
        for (const Index e : problem.entries(options_[row])) {
            const Index whole = scratch.slot[classes.whole(e)];
            if (whole == kNone) continue;
            const Index own = classes.own(e) == kNone ? kNone : scratch.slot[classes.own(e)];
            EXCOVER_ASSERT((classes.own(e) == kNone) == (own == kNone));
            merge(blocks, mask(whole), own == kNone ? nullptr : mask(own), blocks_);
        }
    }
}

}  // namespace excover::lanes
