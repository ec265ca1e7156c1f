// Many lines of clues for one problem, whose tables are built once.
//
// The lines are searched abreast (abreast_lines.cpp), or, where there are colors or many options, by the lanes
// (clue_lines.cpp). Each thread takes the next line that is not taken; the answers stay in the order of the lines.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.hpp"
#include "core/verify.hpp"
#include "lanes/lanes.hpp"

namespace excover::lines {

// Clues as masks over the lanes: the bits that a symbol at a place of a line removes from the array of alive options.
//
// A symbol at a place is drawn by some options, and as a clue it demands one of them. So all other options that
// draw at the place are out, and so are all others of an item that each of the demanded covers. If one of these
// items is to be covered, one of the demanded will be chosen for its sake; if that is so for all clues, masks are
// all that a line of clues needs, and nothing is ever compiled again.

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

// The inner loops of the searches abreast, for each set of vector instructions.

using lanes::Instructions;

// States abreast, in plain pointers, for the reason that lanes.hpp gives. Bit l of a block belongs to state l.
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

// The lines of clues that were given, and the answers to them, which several threads find.

using lanes::Block;
using lanes::Instructions;
using lanes::LaneTable;

// Of a line. `unknown`: not answered yet; `ambiguous`: two solutions were found, although the line should have one;
// `unreadable`: nothing draws one of its symbols where it stands.
enum class Answer : std::uint8_t { unknown, solved, none, ambiguous, unreadable };

constexpr std::size_t kNoLine = SIZE_MAX;

class LineAnswers {
public:
    // With `unique`, a line is searched until it is known to have no second solution.
    LineAnswers(Drawing drawing, bool unique) : drawing_(std::move(drawing)), unique_(unique) {}

    // The next lines, one behind the other, a symbol a place, and how many options a solution has at most.
    void load(std::span<const std::uint8_t> lines, std::size_t most);

    bool unique() const { return unique_; }
    std::size_t size() const { return answers_.size(); }
    std::size_t places() const { return drawing_.blank.size(); }
    std::size_t most() const { return most_; }

    // A line that is not taken yet, or kNoLine.
    std::size_t take() { return is_taken() ? kNoLine : taken(next_.fetch_add(1, std::memory_order_relaxed)); }
    bool is_taken() const { return next_.load(std::memory_order_relaxed) >= size(); }

    std::span<const std::uint8_t> line(std::size_t number) const {
        return {lines_.data() + number * places(), places()};
    }

    // A solution of a line, in place of the one before; what is wrong with it. Its options ascend.
    std::optional<std::string> keep(std::size_t number, std::span<const Index> cover);

    bool has_cover(std::size_t number) const { return sizes_[number] != 0; }
    void settle(std::size_t number, Answer answer) { answers_[number] = answer; }

    Answer answer(std::size_t number) const { return answers_[number]; }
    std::span<const Index> cover(std::size_t number) const { return {covers_.data() + number * most_, sizes_[number]}; }
    std::span<const std::uint8_t> drawn() const { return drawn_; }

private:
    std::size_t taken(std::size_t number) const { return number < size() ? number : kNoLine; }

    const Drawing drawing_;
    const bool unique_;
    std::size_t most_ = 0;
    std::vector<std::uint8_t> lines_, drawn_;
    std::vector<Answer> answers_;
    std::vector<Index> covers_, sizes_;
    std::atomic<std::size_t> next_ = 0;
};

// How lines of clues are searched: a base that all threads share, and what each of them does.
class LineWorker {
public:
    virtual ~LineWorker() = default;

    // Takes lines and answers them until no line or no time is left. Allocates nothing.
    virtual void run(double seconds) = 0;

    virtual bool has_line() const = 0;  // that is not answered yet
    virtual void forget() = 0;  // all lines
    const std::string& fault() const { return fault_; }

protected:
    std::string fault_;
};

class LineBase {
public:
    virtual ~LineBase() = default;

    virtual Index most_choices() const = 0;  // options of a solution
    virtual std::unique_ptr<LineWorker> worker(LineAnswers& answers) const = 0;
};

// The two ways in which lines of clues are searched.

// Lines of clues by searches abreast: each thread has 512 lines in work, or parts of their trees.
class AbreastLines final : public LineBase {
public:
    // For a problem that suits the table. Throws InvalidProblem if masks cannot express the clues.
    AbreastLines(const Problem& problem, std::span<const Index> options, std::span<const Index> items,
                 const Drawing& drawing, Instructions instructions);

    Index most_choices() const override { return table_.most_choices(); }
    std::unique_ptr<LineWorker> worker(LineAnswers& answers) const override;

private:
    class Worker;

    const AbreastKernel kernel_;
    const AbreastTable table_;
    const ClueMasks masks_;
    const SetVerifier verifier_;
};

// Lines of clues by the lanes: a line is a walk over the one table (lanes.hpp), from an array out of which the
// masks of its clues were taken. An item with a single option left is a node of its own, so that the tree of an
// easy Sudoku is a path.
class LaneLines final : public LineBase {
public:
    // For a problem that suits the lanes. Throws InvalidProblem if masks cannot express the clues.
    LaneLines(const Problem& problem, std::span<const Index> options, std::span<const Index> items,
              const Drawing& drawing, Instructions instructions);

    Index most_choices() const override { return table_.most_choices(); }
    std::unique_ptr<LineWorker> worker(LineAnswers& answers) const override;

private:
    class Worker;

    const Problem& problem_;
    const Instructions instructions_;
    LaneTable table_;
    std::unique_ptr<ClueMasks> masks_;
};

using lanes::best_instructions;
using lanes::Instructions;

class ClueLines {
public:
    // `problem` must outlive this. With `unique`, a line is searched until it is known to have no second
    // solution. Throws InvalidProblem if no table or no masks suit.
    ClueLines(const Problem& problem, Drawing drawing, bool unique, Instructions instructions = best_instructions());

    // The next lines, one behind the other, a symbol a place; whatever was loaded before is forgotten.
    void load(std::span<const std::uint8_t> lines);

    // Goes on with so many threads; true once every line is answered.
    bool run(double seconds, unsigned threads);

    std::size_t lines() const { return answers_.size(); }
    Answer answer(std::size_t line) const { return answers_.answer(line); }

    std::size_t most() const { return base_->most_choices(); }  // options of a solution

    // The first solution of a line that has one: its options, ascending, and how it is drawn.
    std::span<const Index> cover(std::size_t line) const { return answers_.cover(line); }
    std::span<const std::uint8_t> drawn() const { return answers_.drawn(); }  // all lines, also those without one

private:
    void run_workers(double seconds);

    const std::unique_ptr<const LineBase> base_;
    LineAnswers answers_;
    std::vector<std::unique_ptr<LineWorker>> workers_;
};

}  // namespace excover::lines
