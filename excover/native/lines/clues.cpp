#include "lines/clues.hpp"

#include <algorithm>
#include <span>

#include "core/problem.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable lines_mask_bytes;
}

namespace excover::lines {

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
    Bans(const Problem& problem, const OptionBits& options)
        : problem_(problem),
          options_(options),
          rows_of_item_(items_to_rows()),
          is_banned_(options.options.size()),
          count_(problem.items()) {}

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
                for (Index k = options_.starts[row]; k < options_.starts[row + 1]; ++k) set_bit(mask, options_.bits[k]);
                is_banned_[row] = 0;
            }
        touched_.clear();
    }

private:
    template <class Action>
    void for_items(std::span<const Index> rows, Action action) const {
        for (const Index row : rows)
            for (const Index e : problem_.entries(options_.options[row])) action(problem_.item(e));
    }

    Lists items_to_rows() const {
        return {problem_.items(), [&](auto take) {
                    for (Index row = 0; row < options_.options.size(); ++row)
                        for_items({&row, 1}, [&](Index item) { take(item, row); });
                }};
    }

    const Problem& problem_;
    const OptionBits& options_;
    Lists rows_of_item_;
    std::vector<std::uint8_t> is_banned_;  // of a row
    std::vector<Index> count_;  // of an item: the wanted rows that cover it
    std::vector<Index> touched_;
};

// Each row, and what it draws at a place.
template <class Action>
void for_marks(const OptionBits& options, const Drawing& drawing, Action action) {
    for (Index row = 0; row < options.options.size(); ++row)
        for (Index k = drawing.starts[options.options[row]]; k < drawing.starts[options.options[row] + 1]; ++k)
            action(row, drawing.at[k] * ClueMasks::kSymbols + drawing.symbols[k]);
}

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

ClueMasks::ClueMasks(const Problem& problem, const OptionBits& options, const Drawing& drawing)
    : blocks_(options.blocks), numbers_(drawing.places() * kSymbols, kNone) {
    number_clues(options, drawing);
    require(std::uint64_t{clues_} * blocks_ * sizeof(Block) <= tuning::lines_mask_bytes,
            "the masks of all clues are too large");
    masks_.assign(std::size_t{clues_} * blocks_, Block{});
    const Lists rows(numbers_.size(), [&](auto take) {
        for_marks(options, drawing, [&](Index row, std::size_t clue) { take(clue, row); });
    });
    Bans bans(problem, options);
    for (std::size_t clue = 0; clue < numbers_.size(); ++clue) {
        const Index number = numbers_[clue];
        if (number == kNone) continue;
        require(bans.ban_rivals(rows[clue]), "a clue demands more than masks can say");
        const std::size_t place = clue / kSymbols;
        for (std::size_t other = place * kSymbols; other < (place + 1) * kSymbols; ++other)
            if (other != clue) bans.ban(rows[other]);
        bans.move_to(masks_.data() + std::size_t{number} * blocks_);
    }
}

void ClueMasks::number_clues(const OptionBits& options, const Drawing& drawing) {
    for_marks(options, drawing, [&](Index, std::size_t clue) {
        if (numbers_[clue] == kNone) numbers_[clue] = clues_++;
    });
}

}  // namespace excover::lines
