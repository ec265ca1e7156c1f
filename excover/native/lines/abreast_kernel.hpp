// The inner loops of the searches abreast (abreast_table.hpp), for each set of vector instructions.
#pragma once

#include <cstdint>

#include "lanes/lane_walk.hpp"

namespace excover::lines {

using lanes::Block;
using lanes::Instructions;

// States abreast, in plain pointers, for the reason that lane_walk.hpp gives. Bit l of a block belongs to state l.
struct Abreast {
    // The table: the rows of an item, and the items of a row; items that must be covered come first.
    const Index *item_start, *item_rows, *row_start, *row_items;
    Index rows, items, primary;

    Block* alive;  // of a row: is it an option still?
    Block* forced;  // of a row: is it the only one of some item?
    Block *single, *covered;  // of an item: has it only one row? Is that of some forced one?

    // What the last round found: states with an item that has no row left, or two forced ones; with an item that has
    // several; and those that it changed.
    Block dead, many, changed;
};

struct AbreastKernel {
    // All that is forced, in all states: an item with a single row left takes it, and the rivals of that row go.
    void (*round)(Abreast& states);

    // Of each of the states `wanted`: the number of the first item that has two rows, a block for each of its bits; no
    // longer `wanted` are those for which one was found.
    void (*first_pairs)(const Abreast& states, Block* wanted, Block* numbers, Index bits);

    // Transposes groups of 64 blocks, word by word: bit r of word w of block c becomes bit c of word w of block r.
    void (*transpose)(Block* blocks, Index groups);
};

AbreastKernel abreast_kernel(Instructions instructions);

}  // namespace excover::lines
