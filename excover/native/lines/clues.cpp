#include "lines/clues.hpp"

#include <algorithm>
#include <span>

#include "core/require.hpp"
#include "core/tuning.hpp"

namespace excover {

namespace {

// Numbers by key, in flat arrays.
class Lists {
public:
    template <class Pairs>
    Lists(std::size_t keys, Pairs each_pair) : starts_(keys + 1) {
        each_pair([&](std::size_t key, Index) { ++starts_[key + 1]; });
        for (std::size_t key = 0; key < keys; ++key) starts_[key + 1] += starts_[key];
        numbers_.resize(starts_.back());
        std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
        each_pair([&](std::size_t key, Index number) { numbers_[next[key]++] = number; });
    }

    std::span<const Index> operator[](std::size_t key) const {
        return {numbers_.data() + starts_[key], numbers_.data() + starts_[key + 1]};
    }

private:
    std::vector<std::size_t> starts_;
    std::vector<Index> numbers_;
};

// What bans which rows of a table.
class Bans {
public:
    Bans(const Problem& problem, const LaneTable& table)
        : problem_(problem), table_(table), rows_of_item_(items_to_rows()), bits_of_row_(rows_to_bits()),
          is_banned_(table.options()), count_(problem.items()) {}

    // Bans all but some rows of the items that each of them covers; is such an item to be covered?
    bool ban_rivals(std::span<const Index> wanted) {
        bool is_certain = false;
        for_items(wanted, [&](Index item) { ++count_[item]; });
        for_items(wanted.first(1), [&](Index item) {
            if (count_[item] != wanted.size() || problem_.is_colored(item) || problem_.upper(item) != 1) return;
            is_certain = is_certain || problem_.is_primary(item);
            ban(rows_of_item_[item]);
        });
        for_items(wanted, [&](Index item) { count_[item] = 0; });
        for (const Index row : wanted) is_banned_[row] = 0;
        return is_certain;
    }

    void ban(std::span<const Index> rows) {
        for (const Index row : rows) {
            is_banned_[row] = 1;
            touched_.push_back(row);
        }
    }

    // The bits of all that was banned since the last call.
    void move_to(Block* mask) {
        for (const Index row : touched_)
            if (is_banned_[row]) {
                for (const Index bit : bits_of_row_[row])
                    mask[bit / 512].words[bit / 64 % 8] |= std::uint64_t{1} << (bit % 64);
                is_banned_[row] = 0;
            }
        touched_.clear();
    }

private:
    template <class Action>
    void for_items(std::span<const Index> rows, Action action) const {
        for (const Index row : rows)
            for (Index e = problem_.start(table_.option(row)); e < problem_.start(table_.option(row) + 1); ++e)
                action(problem_.item(e));
    }

    Lists items_to_rows() const {
        return {problem_.items(), [&](auto take) {
                    for (Index row = 0; row < table_.options(); ++row)
                        for_items({&row, 1}, [&](Index item) { take(item, row); });
                }};
    }

    Lists rows_to_bits() const {
        return {table_.options(), [&](auto take) {
                    for (Index bit = 0; bit < table_.blocks() * 512; ++bit)
                        if (table_.row_of_bit()[bit] != kNone) take(table_.row_of_bit()[bit], bit);
                }};
    }

    const Problem& problem_;
    const LaneTable& table_;
    Lists rows_of_item_, bits_of_row_;
    std::vector<std::uint8_t> is_banned_;  // of a row
    std::vector<Index> count_;             // of an item: the wanted rows that cover it
    std::vector<Index> touched_;
};

}  // namespace

void check_drawing(const Problem& problem, const Drawing& drawing) {
    require(drawing.starts.size() == problem.options() + std::size_t{1} && drawing.starts.front() == 0,
            "a drawing needs a start for each option");
    require(std::ranges::is_sorted(drawing.starts) && drawing.starts.back() == drawing.at.size() &&
                drawing.at.size() == drawing.symbols.size(),
            "the arrays of a drawing do not fit each other");
    for (const Index place : drawing.at) require(place < drawing.places(), "a drawing has marks outside the line");
    for (const std::uint8_t symbol : drawing.symbols) require(symbol != 0, "a drawing has marks that say nothing");
}

ClueMasks::ClueMasks(const Problem& problem, const LaneTable& table, const Drawing& drawing)
    : blocks_(table.blocks()), numbers_(drawing.places() * kSymbols, kNone) {
    number_clues(table, drawing);
    require(std::uint64_t{clues_} * blocks_ * sizeof(Block) <= tuning::lines_mask_bytes, "the masks of all clues are too large");
    masks_.assign(std::size_t{clues_} * blocks_, Block{});
    const Lists rows(numbers_.size(), [&](auto take) {
        for (Index row = 0; row < table.options(); ++row)
            for (Index k = drawing.starts[table.option(row)]; k < drawing.starts[table.option(row) + 1]; ++k)
                take(drawing.at[k] * kSymbols + drawing.symbols[k], row);
    });
    Bans bans(problem, table);
    for (std::size_t clue = 0; clue < numbers_.size(); ++clue) {
        if (numbers_[clue] == kNone) continue;
        require(bans.ban_rivals(rows[clue]), "a clue demands more than masks can say");
        const std::size_t place = clue / kSymbols;
        for (std::size_t other = place * kSymbols; other < (place + 1) * kSymbols; ++other)
            if (other != clue) bans.ban(rows[other]);
        bans.move_to(masks_.data() + std::size_t{numbers_[clue]} * blocks_);
    }
}

void ClueMasks::number_clues(const LaneTable& table, const Drawing& drawing) {
    for (Index row = 0; row < table.options(); ++row)
        for (Index k = drawing.starts[table.option(row)]; k < drawing.starts[table.option(row) + 1]; ++k) {
            Index& number = numbers_[drawing.at[k] * kSymbols + drawing.symbols[k]];
            if (number == kNone) number = clues_++;
        }
}

}  // namespace excover
