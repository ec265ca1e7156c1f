// Sets and spans of levels.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/problem.hpp"

namespace excover::graph {

// Spans of levels, asked which of them contain a level.
//
// E. M. McCreight, "Priority search trees", SIAM J. Computing 14 (1985) 257-276, for a set that never changes: the
// spans stand in the order of their ends, and a tree over them has the least beginning below every node. What is found
// costs the logarithm of the number of spans each.
struct Span {
    Index begin, end;  // the last level
};

class Spans {
public:
    // In the order of their ends.
    explicit Spans(const std::vector<Span>& spans) : spans_(spans) {
        while (leaves_ < spans.size()) leaves_ *= 2;
        least_.assign(2 * leaves_, kNone);
        for (std::size_t k = 0; k < spans.size(); ++k) least_[leaves_ + k] = spans[k].begin;
        for (std::size_t node = leaves_; node-- > 1;) least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
    }

    // Calls visit(k) for the number of every span that contains a level, in order.
    template <class Visit>
    void each(Index level, const Visit& visit) const {
        const auto from = std::ranges::lower_bound(spans_, level, {}, &Span::end) - spans_.begin();
        each(1, 0, leaves_, {static_cast<std::size_t>(from), level}, visit);
    }

private:
    struct Query {
        std::size_t from;
        Index level;
    };

    template <class Visit>
    void each(std::size_t node, std::size_t first, std::size_t end, const Query& query, const Visit& visit) const {
        if (end <= query.from || first >= spans_.size() || least_[node] > query.level) return;
        if (end - first == 1) {
            visit(first);
            return;
        }
        const std::size_t middle = first + (end - first) / 2;
        each(2 * node, first, middle, query, visit);
        each(2 * node + 1, middle, end, query, visit);
    }

    std::vector<Span> spans_;
    std::size_t leaves_ = 1;
    std::vector<Index> least_;  // of the tree's nodes, the root's at 1: the least beginning below
};

// A set of levels: bits, in words of 64, with a bit a word above them, and so on up to a single word.
//
// The next level from any place on is found in as many steps as there are rows, four for sixteen million levels. That
// matters: a frontier search asks at every level, and to walk over all of them each time would be quadratic.
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

}  // namespace excover::graph
