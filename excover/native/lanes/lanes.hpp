// Item lanes: which options are alive, one array of bits for all items, and what each option takes from it.
//
// Every primary item owns a lane of the array, the bit set of its alive options, and every option a conflict row
// over the whole array: the bits of all options that exclude it, itself among them. To choose an option is
// `array & ~row`; the population counts of the lanes are the sizes of the items. Secondary items and their
// colors appear in the rows only. Bit sets of what is alive, reduced by masks that are computed once:
// J. Demeulenaere et al., "Compact-Table: efficiently filtering table constraints with reversible sparse bit-sets",
// CP 2016.
//
// A lane is a word of 16, 32 or 64 bits. An item with more options than that has further words, its planes, in the
// same lane of the following blocks; the blocks of the same lanes are a stack, over which sizes are sums. Items are
// sorted by falling size, so that a stack has the planes that its first item needs.
//
// Deep in the tree most options are dead, and a table of those that are left is many times smaller: it is
// built anew there (lane_search.hpp describes when). The order of items and options is the problem's own in all.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"

namespace excover::lanes {

// The unit of all arrays: a cache line, and the widest vector there is.
struct alignas(64) Block {
    std::uint64_t words[8];
};

// Where the lanes are.
struct LaneLayout {
    Index bits = 16;  // of a lane: 16, 32 or 64
    Index lanes = 0;  // that belong to an item; those behind them in the last stack are always empty
    Index shift = 0;  // a key is size << shift | rank of the item
    std::vector<Index> starts{0};  // of each stack, its first block; the last one is their number
    std::vector<Block> ranks;  // for each stack, the ranks of the items of its lanes

    Index stacks() const { return static_cast<Index>(starts.size()) - 1; }
    Index blocks() const { return starts.back(); }
    Index lanes_of_block() const { return 512 / bits; }
    Index empty_lanes() const { return stacks() * lanes_of_block() - lanes; }
};

// The fewest blocks for items of these sizes (falling).
LaneLayout lay_out_lanes(std::span<const Index> sizes);

// What excludes what, by entries: two options exclude each other if they share a `whole` class, unless they
// share an `own` one too, which stands for an item with a color.
class ConflictClasses {
public:
    explicit ConflictClasses(const Problem& problem);

    Index size() const { return size_; }
    Index whole(Index entry) const { return whole_[entry]; }
    Index own(Index entry) const { return own_[entry]; }  // kNone for an item without colors

private:
    Index size_;
    std::vector<Index> whole_, own_;
};

// Scratch memory for building tables, kept from one to the next.
struct LaneScratch {
    LaneScratch(const Problem& problem, const ConflictClasses& classes)
        : size(problem.items()), place(problem.items()), count(classes.size()), slot(classes.size()) {}

    std::vector<Index> size;  // of an item; 0 between two uses
    std::vector<Index> place;  // of an item: its lane
    std::vector<Index> count;  // of a class: its options; 0 between two uses
    std::vector<Index> slot;  // of a class: its mask, or kNone
    std::vector<Index> sorted;  // the items by falling size
    std::vector<Index> sizes;  // of these
    std::vector<Index> bits;  // of all options in turn, where they are in the array
    std::vector<Block> masks;  // of a slot: all bits of its options
};

class LaneTable {
public:
    // For some options (ascending) of a problem with no other primary items than 1..1 and 0..0, each of which has
    // an item among `items` (ascending), and every one of those an option.
    void build(const Problem& problem, const ConflictClasses& classes, LaneScratch& scratch,
               std::span<const Index> options, std::span<const Index> items);

    // What the rows of a table would take, masks included.
    static std::uint64_t bytes(const LaneLayout& layout, std::uint64_t options, std::uint64_t classes);

    const LaneLayout& layout() const { return layout_; }
    Index blocks() const { return blocks_; }
    Index items() const { return layout_.lanes; }
    Index options() const { return static_cast<Index>(options_.size()); }
    Index entries() const { return bit_start_.back(); }  // of primary items
    Index item(Index place) const { return items_[place]; }
    Index place_of_rank(Index rank) const { return place_of_rank_[rank]; }

    Index option(Index row) const { return options_[row]; }  // its number in the problem
    Index row(Index option) const {
        const auto place = std::ranges::lower_bound(options_, option);
        EXCOVER_CHECK(place != options_.end() && *place == option);
        return static_cast<Index>(place - options_.begin());
    }
    Index first_bit(Index row) const { return first_bit_[row]; }  // one place where it is in the array

    // The bits of the lane of an item in a plane of an array.
    std::uint64_t lane(const Block* array, Index place, Index plane) const {
        const Index bit = lane_start(place, plane);
        return array[bit / 512].words[bit / 64 % 8] >> (bit % 64) & lane_mask_;
    }
    bool has_plane(Index place, Index plane) const { return std::uint64_t{plane} * layout_.bits < sizes_[place]; }
    Index size(const Block* array, Index place) const {
        Index size = 0;
        for (Index plane = 0; has_plane(place, plane); ++plane)
            size += static_cast<Index>(std::popcount(lane(array, place, plane)));
        return size;
    }

    // How many options may be chosen, at most, and the array before any was.
    Index most_choices() const { return most_choices_; }
    std::span<const Block> first_array() const { return first_array_; }

    const Block* rows() const { return rows_.data(); }
    const Index* row_of_bit() const { return row_of_bit_.data(); }
    const Index* covers() const { return covers_.data(); }
    const Index* sizes() const { return sizes_.data(); }
    const Index* lane_starts() const { return lane_starts_.data(); }
    const Index* places_of_ranks() const { return place_of_rank_.data(); }

private:
    Index lane_start(Index place, Index plane) const { return lane_starts_[place] + plane * 512; }
    void place_items(const Problem& problem, LaneScratch& scratch, std::span<const Index> items);
    void place_options(const Problem& problem, LaneScratch& scratch);
    void fill_masks(const Problem& problem, const ConflictClasses& classes, LaneScratch& scratch);
    void fill_rows(const Problem& problem, const ConflictClasses& classes, LaneScratch& scratch);

    LaneLayout layout_;
    Index blocks_ = 0, most_choices_ = 0;
    std::uint64_t lane_mask_ = 0;
    std::vector<Index> items_, sizes_, lane_starts_;  // of a place; the first bit of its lane
    std::vector<Index> place_of_rank_;
    std::vector<Index> options_, covers_, first_bit_, bit_start_;  // of a row
    std::vector<Index> row_of_bit_;
    std::vector<Block> rows_, first_array_;
};

// The inner loop of the lanes, for each set of vector instructions: a depth-first walk with one table.

// The instructions a walk is written for; `best` is the widest that this machine has.
enum class Instructions { plain, neon, avx2, avx512bw, avx512 };

bool has_instructions(Instructions instructions);
Instructions best_instructions();

// A node on the way to the current one.
struct Frame {
    std::uint64_t bits;  // the options still to be tried of the item branched on, in a plane
    std::uint64_t opened;  // how many nodes there were before it
    Index place, plane, start;  // of the item, and the first bit of that lane
    Index left;  // how many items are left to cover
    Index row;  // of the option chosen
};

// The finished nodes of a depth, what their subtrees came to, and how many large ones are to be let pass.
struct Subtrees {
    std::uint64_t number = 0, nodes = 0, let_pass = 0;
};

// Why a walk returns. After `found` and `paused` it can go on; after `large` it has entered a node of which a
// large subtree is expected, in `rank` the item to branch on, and goes on if that is opened; `closed` is the end.
enum class Event { closed, found, paused, large };

// A walk, in plain pointers: code for some instructions only must not touch the library's templates, of which the
// linker keeps one copy for all.
struct Walk {
    // The table.
    const Block *rows, *ranks;
    const Index *row_of_bit, *covers, *sizes, *lane_starts, *place_of_rank, *stack_starts;
    Index bits, shift, stacks, blocks, items, empty_lanes;
    Block* arrays;

    // Where it is.
    Frame* frames;
    Index depth;
    Subtrees* subtrees;  // of the first node and all below it
    Index rank;

    // What it counts, and where it pauses.
    std::uint64_t nodes, solutions, deepest;
    std::uint64_t last_node, last_solution;
    std::uint64_t large_subtree;  // in nodes; believed only after a few are finished
    std::uint64_t few_subtrees;

    Block* array(Index at) const { return arrays + std::size_t{at} * blocks; }
    std::uint64_t bits_at(const Block* array, Index start) const {
        return array[start / 512].words[start / 64 % 8] >> (start % 64) & ~std::uint64_t{0} >> (64 - bits);
    }

    void enter_next_plane(Frame& frame) const {
        ++frame.plane;
        frame.start += 512;
        frame.bits = bits_at(array(depth), frame.start);
    }

    // Enters a node that is ready at `depth`, with the item to branch on.
    void open(Index at, Index rank_of_item, Index left) {
        const Index place = place_of_rank[rank_of_item], start = lane_starts[place];
        depth = at;
        frames[at] = {bits_at(array(at), start), nodes, place, 0, start, left, 0};
    }
};

// What a walk writes.
struct WalkRoom {
    std::vector<Block> arrays;
    std::vector<Frame> frames;
};

// A walk with a table, before its first node is opened, and before it has a place for its subtrees.
Walk walk_over(const LaneTable& table, WalkRoom& room);

using Walker = Event (*)(Walk& walk);

// The walker for lanes of 16, 32 or 64 bits.
Walker walker(Instructions instructions, Index bits);
Walker plain_walker(Index bits);
Walker neon_walker(Index bits);
Walker avx2_walker(Index bits);
Walker avx512bw_walker(Index bits);
Walker avx512_walker(Index bits);

}  // namespace excover::lanes

// Code for instructions that not every machine has. What stands between the two macros is compiled for a target such
// as "avx2,popcnt"; templates of the standard library must not be used there, because the linker keeps one copy of
// each for all machines. GCC and Clang agree on the names of targets, but not on how to ask for one.
#define EXCOVER_PRAGMA(text) _Pragma(#text)

#if defined(__clang__)
#define EXCOVER_BEGIN_TARGET(names) \
    EXCOVER_PRAGMA(clang attribute push(__attribute__((target(names))), apply_to = function))
#define EXCOVER_END_TARGET EXCOVER_PRAGMA(clang attribute pop)
#else
#define EXCOVER_BEGIN_TARGET(names) EXCOVER_PRAGMA(GCC push_options) EXCOVER_PRAGMA(GCC target(names))
#define EXCOVER_END_TARGET EXCOVER_PRAGMA(GCC pop_options)
#endif
