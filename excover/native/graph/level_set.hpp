// A set of levels: bits, in words of 64, with a bit a word above them, and so on up to a single word.
//
// The next level from any place on is found in as many steps as there are rows, four for sixteen million levels. That
// matters: a sweep asks at every level, and to walk over all of them each time would take their number squared.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/problem.hpp"

namespace excover {

class LevelSet {
public:
    explicit LevelSet(Index levels) {
        do {
            levels = (levels + 63) / 64;
            rows_.emplace_back(levels);
        } while (levels > 1);
    }

    void insert(Index level) {
        for (auto& row : rows_) {
            row[level / 64] |= bit(level);
            level /= 64;
        }
    }

    void erase(Index level) {
        for (auto& row : rows_) {
            row[level / 64] &= ~bit(level);
            if (row[level / 64] != 0) return;
            level /= 64;
        }
    }

    // The first level from one on; kNone if there is none.
    Index next(Index from) const {
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            if (from / 64 >= rows_[row].size()) return kNone;
            const std::uint64_t rest = rows_[row][from / 64] >> (from % 64);
            if (rest != 0) return lowest(row, from + static_cast<Index>(std::countr_zero(rest)));
            from = from / 64 + 1;
        }
        return kNone;
    }

    // The last level; kNone if there is none.
    Index last() const {
        if (rows_.back().empty() || rows_.back()[0] == 0) return kNone;
        Index place = 0;
        for (std::size_t row = rows_.size(); row-- > 0;)
            place = 64 * place + 63 - static_cast<Index>(std::countl_zero(rows_[row][place]));
        return place;
    }

private:
    static std::uint64_t bit(Index level) { return std::uint64_t{1} << (level % 64); }

    Index lowest(std::size_t row, Index place) const {
        while (row-- > 0) place = 64 * place + static_cast<Index>(std::countr_zero(rows_[row][place]));
        return place;
    }

    std::vector<std::vector<std::uint64_t>> rows_;  // of levels, of words of levels, ..
};

}  // namespace excover
