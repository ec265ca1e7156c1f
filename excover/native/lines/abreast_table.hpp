// Many searches side by side: a bit of each of 512 states in every block, and a block for each option.
//
// All states do the same at the same time, whatever they search for: they look for items with a single option left,
// choose all of these, and take their rivals. With `two |= one & option; one |= option` over the options of an item,
// that needs one or two instructions for an option of an item, in 512 states. Bits of many counters side by side: D. E.
// Knuth, The Art of Computer Programming 4A, 7.1.3; such programs for many inputs: E. Biham, "A fast new DES
// implementation in software", FSE 1997.
//
// States that have come to an end are turned over, so that each has its options in words of its own, and go on from
// there: with a branch, with one put off before, or with another line (abreast_lines.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"
#include "lines/abreast_kernel.hpp"
#include "lines/clues.hpp"

namespace excover::lines {

class AbreastTable {
public:
    static constexpr Index kStates = 512;

    // Of the possible options of a problem, and its items that are to be covered; are there no colors and not too many
    // options, does each of them cover such an item, and does a solution consist of enough of them that much is forced?
    static bool suits(const Problem& problem, std::span<const Index> options, std::span<const Index> open_items);
    AbreastTable(const Problem& problem, std::span<const Index> options, std::span<const Index> open_items);

    Index rows() const { return static_cast<Index>(bits_.options.size()); }
    Index words() const { return (rows() + 63) / 64; }  // of a state that is turned over
    Index items() const { return static_cast<Index>(item_start_.size() - 1); }
    Index most_choices() const { return most_choices_; }

    // Items are numbered anew, those that are to be covered first.
    Index primary() const { return primary_; }
    std::span<const Index> items_of(Index row) const { return part(row_items_, row_start_, row); }

    // The rows of an item as a set, in words like those of a state that is turned over.
    const std::uint64_t* set_of(Index item) const { return sets_.data() + std::size_t{item} * words(); }

    Index option(Index row) const { return bits_.options[row]; }
    const OptionBits& bits() const { return bits_; }  // bit r is row r
    std::uint64_t work_of_round() const { return 4 * std::uint64_t{row_start_.back()}; }  // in blocks

    // What of the states is the same for all threads.
    Abreast states() const;

private:
    static std::span<const Index> part(const std::vector<Index>& of, const std::vector<Index>& starts, Index number) {
        return {of.data() + starts[number], of.data() + starts[number + 1]};
    }
    void list_items(const Problem& problem, std::span<const Index> open_items);
    void list_rows();
    void make_sets();

    OptionBits bits_;
    Index primary_, most_choices_ = 0;
    std::vector<Index> item_start_, item_rows_, row_start_, row_items_;
    std::vector<std::uint64_t> sets_;  // of items
};

}  // namespace excover::lines
