#include "lines/clue_lines.hpp"

#include <algorithm>
#include <limits>

#include "core/tuning.hpp"
#include "core/verify.hpp"

namespace excover::tuning {
extern Tunable lines_abreast_bytes, lines_abreast_choice, lines_abreast_entries;
}

namespace excover::lines {

namespace {

// How many of its items an option covers that are to be covered.
Index open_entries(const Problem& problem, Index option) {
    Index entries = 0;
    for (const Index e : problem.entries(option)) entries += problem.is_primary(problem.item(e));
    return entries;
}

// Options of a solution, at most.
std::uint64_t choices(const Problem& problem, std::span<const Index> options, std::size_t open_items) {
    Index least = std::numeric_limits<Index>::max();
    for (const Index option : options) least = std::min(least, open_entries(problem, option));
    return least == 0 ? UINT64_MAX : open_items / least;
}

}  // namespace

bool AbreastTable::suits(const Problem& problem, std::span<const Index> options, std::span<const Index> open_items) {
    const std::uint64_t most = choices(problem, options, open_items.size()), words = (options.size() + 63) / 64;
    if (problem.has_colors() || most == UINT64_MAX || problem.entries() > tuning::lines_abreast_entries) return false;
    if (problem.entries() > most * tuning::lines_abreast_choice) return false;
    const std::uint64_t bytes = tuning::lines_abreast_bytes;
    return std::max(most * kStates, std::uint64_t{problem.items()}) * words * sizeof(std::uint64_t) <= bytes &&
           SetVerifier::bytes(problem) <= bytes;
}

AbreastTable::AbreastTable(const Problem& problem, std::span<const Index> options, std::span<const Index> open_items)
    : primary_(static_cast<Index>(open_items.size())),
      most_choices_(static_cast<Index>(choices(problem, options, open_items.size()))) {
    bits_.blocks = static_cast<Index>((options.size() + 511) / 512);
    bits_.options.assign(options.begin(), options.end());
    for (Index row = 0; row < rows(); ++row) {
        bits_.bits.push_back(row);
        bits_.starts.push_back(row);
    }
    bits_.starts.push_back(rows());
    list_items(problem, open_items);
    list_rows();
    make_sets();
}

// The items of each row, by their new numbers.
void AbreastTable::list_items(const Problem& problem, std::span<const Index> open_items) {
    std::vector<Index> number(problem.items(), kNone);
    Index items = 0;
    for (const Index item : open_items) number[item] = items++;
    row_start_.push_back(0);
    for (Index row = 0; row < rows(); ++row) {
        for (const Index e : problem.entries(option(row))) {
            Index& of_item = number[problem.item(e)];
            if (of_item == kNone) of_item = items++;
            row_items_.push_back(of_item);
        }
        row_start_.push_back(static_cast<Index>(row_items_.size()));
    }
    item_start_.assign(items + std::size_t{1}, 0);
}

void AbreastTable::list_rows() {
    for (const Index item : row_items_) ++item_start_[item + 1];
    for (Index item = 0; item < items(); ++item) item_start_[item + 1] += item_start_[item];
    item_rows_.resize(row_items_.size());
    std::vector<Index> next(item_start_.begin(), item_start_.end() - 1);
    for (Index row = 0; row < rows(); ++row)
        for (const Index item : items_of(row)) item_rows_[next[item]++] = row;
}

void AbreastTable::make_sets() {
    sets_.assign(std::size_t{items()} * words(), 0);
    for (Index item = 0; item < items(); ++item)
        for (const Index row : part(item_rows_, item_start_, item))
            sets_[std::size_t{item} * words() + row / 64] |= std::uint64_t{1} << (row % 64);
}

Abreast AbreastTable::states() const {
    Abreast states{};
    states.item_start = item_start_.data();
    states.item_rows = item_rows_.data();
    states.row_start = row_start_.data();
    states.row_items = row_items_.data();
    states.rows = rows();
    states.items = items();
    states.primary = primary_;
    return states;
}

}  // namespace excover::lines

// Searches abreast in vectors of 128 bits, which both x86-64 and 64-bit ARM processors have, and of 256 and 512 bits.

namespace excover::lines::plain {

namespace {

constexpr Index kBytes = 16;

#include "lines/abreast_loops.hpp"

}  // namespace

}  // namespace excover::lines::plain

#if defined(__x86_64__)

// Only what follows: the functions of the standard library stay those of every machine.
EXCOVER_BEGIN_TARGET("avx2")

namespace excover::lines::avx2 {

namespace {

constexpr Index kBytes = 32;

#include "lines/abreast_loops.hpp"

}  // namespace

}  // namespace excover::lines::avx2

EXCOVER_END_TARGET

EXCOVER_BEGIN_TARGET("avx512f,avx512bw,avx512dq")

namespace excover::lines::avx512 {

namespace {

constexpr Index kBytes = 64;

#include "lines/abreast_loops.hpp"

}  // namespace

}  // namespace excover::lines::avx512

EXCOVER_END_TARGET

#endif

namespace excover::lines {

using lanes::has_instructions;

AbreastKernel abreast_kernel(Instructions instructions) {
    EXCOVER_CHECK(has_instructions(instructions));
    switch (instructions) {
#if defined(__x86_64__)
        case Instructions::avx512:
        case Instructions::avx512bw:
            return {avx512::round_abreast, avx512::find_first_pairs, avx512::transpose_abreast};
        case Instructions::avx2:
            return {avx2::round_abreast, avx2::find_first_pairs, avx2::transpose_abreast};
#endif
        default:
            return {plain::round_abreast, plain::find_first_pairs, plain::transpose_abreast};
    }
}

}  // namespace excover::lines
