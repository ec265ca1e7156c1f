// Clues as masks over the lanes: the bits that a symbol at a place of a line removes from the array of alive options.
//
// A symbol at a place is drawn by some options, and as a clue it demands one of them. So all other options that
// draw at the place are out, and so are all others of an item that each of the demanded covers. If one of these
// items is to be covered, one of the demanded will be chosen for its sake; if that is so for all clues, masks are
// all that a line of clues needs, and nothing is ever compiled again.
#pragma once

#include <cstdint>
#include <vector>

#include "core/problem.hpp"
#include "lanes/lanes.hpp"

namespace excover::lines {

using lanes::Block;

// How options are drawn on a line of so many places: option o leaves symbols[k] at at[k], for k from starts[o] up to
// starts[o + 1]. Symbol 0 is no clue; `blank` is what a line shows before anything is drawn.
struct Drawing {
    std::vector<Index> starts, at;
    std::vector<std::uint8_t> symbols, blank;

    Index places() const { return static_cast<Index>(blank.size()); }
};

// Throws InvalidProblem if the arrays do not fit each other and the problem.
void check_drawing(const Problem& problem, const Drawing& drawing);

// Where options are in an array of so many blocks: option options[row], its bits from starts[row] up to starts[row +
// 1].
struct OptionBits {
    Index blocks = 0;
    std::vector<Index> options, starts, bits;
};

inline void take_bits(Block* from, const Block* mask, Index blocks) {
    for (Index b = 0; b < blocks; ++b)
        for (int w = 0; w < 8; ++w) from[b].words[w] &= ~mask[b].words[w];
}

inline void set_bit(Block* blocks, Index bit) {
    blocks[bit / 512].words[bit / 64 % 8] |= std::uint64_t{1} << (bit % 64);
}

class ClueMasks {
public:
    // Throws InvalidProblem if masks cannot express some clue, or would be too large.
    ClueMasks(const Problem& problem, const OptionBits& options, const Drawing& drawing);

    // The bits that a clue takes from the array; null if nothing draws the symbol there.
    const Block* mask(Index place, std::uint8_t symbol) const {
        const Index number = numbers_[place * kSymbols + symbol];
        return number == kNone ? nullptr : masks_.data() + std::size_t{number} * blocks_;
    }

    static constexpr std::size_t kSymbols = 256;

private:
    void number_clues(const OptionBits& options, const Drawing& drawing);

    Index blocks_, clues_ = 0;
    std::vector<Index> numbers_;  // of a place and a symbol
    std::vector<Block> masks_;
};

}  // namespace excover::lines
