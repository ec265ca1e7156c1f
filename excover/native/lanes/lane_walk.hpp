// The inner loop of the lanes, for each set of vector instructions: a depth-first walk with one table.
#pragma once

#include <cstdint>

#include "lanes/lanes.hpp"

namespace excover::lanes {

// The instructions a walk is written for; `best` is the widest that this machine has.
enum class Instructions { plain, neon, avx2, avx512bw, avx512 };

bool has_instructions(Instructions instructions);
Instructions best_instructions();

// A node on the way to the current one.
struct Frame {
    std::uint64_t bits;  // the options still to be tried of the item branched on, in a plane
    std::uint64_t opened;  // how many nodes there were before it
    Index place, plane;  // of the item
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
    const Index *row_of_bit, *covers, *sizes, *place_of_rank;
    const Index *plane_start, *plane_blocks;
    Index bits, shift, planes, blocks, items, empty_lanes;
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
    std::uint64_t lane(const Block* array, Index place, Index plane) const {
        const Index bit = plane_start[plane] * 512 + place * bits;
        return array[bit / 512].words[bit / 64 % 8] >> (bit % 64) & ~std::uint64_t{0} >> (64 - bits);
    }

    // Enters a node that is ready at `depth`, with the item to branch on.
    void open(Index at, Index rank_of_item, Index left) {
        const Index place = place_of_rank[rank_of_item];
        depth = at;
        frames[at] = {lane(array(at), place, 0), nodes, place, 0, left, 0};
    }
};

// A walk with a table, before it has a place for its frames and subtrees; its arrays are those of the table, or as
// many.
Walk walk_over(const LaneTable& table, Block* arrays);

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
