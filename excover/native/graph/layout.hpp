// The field of each item in a state: a few bits, shared with items that are
// remembered at other times, as registers are allotted to variables.
//
// Every kind of item fits one test and one step. An option has three masks; it may be chosen if
//     (state & conflict) == 0, which gives (state | set) + add.
// An item that at most one option may cover is one bit. A color is a code whose conflict are the bits of all
// other colors: one bit a color, or, from five colors on, a binary number and its complement. An item that up to
// n options may cover is a counter that starts such that its n-th increment sets its top bit, the conflict.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/problem.hpp"

namespace excover::graph {

// The order in which a frontier search decides items, chosen such that its states are small.
//
// The frontier method: S. Sekine, H. Imai and S. Tani, "Computing the Tutte polynomial of a graph of moderate
// size", ISAAC 1995; D. E. Knuth's Simpath, TAOCP 7.1.4, exercise 225. What is remembered here are the items
// that were met, by an option of an item decided earlier, and not yet left behind: the boundary.

// Exactly once: such an item is decided by choosing one of its options.
inline bool is_exact(const Problem& problem, Index item) {
    return !problem.is_colored(item) && problem.lower(item) == 1 && problem.upper(item) == 1;
}

// The exactly-once items in an order that keeps the boundary narrow, found from the matrix alone. Items that
// share options with nearly all others, such as the pieces of a packing puzzle, come last. Parts that share no options
// come one after the other: between them all states are one, so that the work is the sum of theirs, not the product.
std::vector<Index> frontier_order(const Problem& problem);

// What `frontier_order` takes, about and as a single part, in comparisons of words.
double frontier_order_work(const Problem& problem);

// Which level of a frontier search meets what; kNone stands for never.
struct Schedule {
    Schedule(const Problem& problem, std::vector<Index> order);

    Index levels() const { return static_cast<Index>(order.size()); }

    std::vector<Index> order;  // of a level: the item it decides
    std::vector<Index> level;  // of an item: the level that decides it; kNone if it is covered by then in any case
    std::vector<Index> group;  // of an option: the level that may choose it, where its first item is decided
    std::vector<Index> first, last;  // of an item: the first and the last level that may choose an option with it

private:
    void number_levels();
    void drop_empty_levels();
    void group_options(const Problem& problem);
    void find_spans(const Problem& problem);
};

// The most words of a state. For each number of words, the frontier searches are compiled once more.
#ifndef EXCOVER_MOST_WORDS
#define EXCOVER_MOST_WORDS 4
#endif
inline constexpr Index kMostWords = EXCOVER_MOST_WORDS;

// The most options of a level.
inline constexpr Index kMostChoices = 1 << 23;

struct Field {
    Index word = 0, shift = 0, width = 0;  // width 0: nothing to remember
    std::uint64_t start = 0;  // the value before any option is chosen
    std::uint64_t least = 0;  // the value below which too few options were chosen

    std::uint64_t mask() const { return width == 64 ? ~std::uint64_t{0} : ((std::uint64_t{1} << width) - 1) << shift; }
};

// What an option does to the field of one of its items.
struct Touch {
    std::uint64_t conflict = 0, set = 0, add = 0;
};

class Layout {
public:
    Layout(const Problem& problem, Schedule schedule);

    // Why a frontier search cannot solve a problem, in words; nothing if it can.
    const std::optional<std::string>& obstacle() const { return obstacle_; }

    // There is no solution, and no frontier search is needed to see it.
    bool is_impossible() const { return impossible_; }

    const Schedule& schedule() const { return schedule_; }
    Index words() const { return words_; }
    const Field& field(Index item) const { return fields_[item]; }
    Touch touch(Index entry) const;

private:
    enum class Kind { nothing, bit, mark, color, counter };

    void check();
    void number_colors();
    void describe(Index item);
    void allot();
    bool place(Index item, std::vector<std::uint64_t>& used);
    bool fits_unary(Index item) const { return colors_[item].size() <= 4; }

    const Problem& problem_;
    Schedule schedule_;
    std::vector<Index> degree_;  // of an item: how many options may cover it, with room for each
    std::vector<Field> fields_;
    std::vector<Kind> kinds_;
    std::vector<std::unordered_map<Index, Index>> colors_;  // of a colored item: its colors, numbered from 0
    Index words_ = 1;
    bool impossible_ = false;
    std::optional<std::string> obstacle_;
};

// That of a problem in the order made for it; throws std::invalid_argument, with the obstacle, if there is one.
std::unique_ptr<Layout> layout_for(const Problem& problem);

}  // namespace excover::graph
