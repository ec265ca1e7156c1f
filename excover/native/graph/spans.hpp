// Spans of levels, asked which of them contain a level.
//
// E. M. McCreight, "Priority search trees", SIAM J. Computing 14 (1985) 257-276, for a set that never changes: the
// spans stand in the order of their ends, and a tree over them has the least beginning below every node. What is found
// costs the logarithm of the number of spans each.
#pragma once

#include <algorithm>
#include <vector>

#include "core/problem.hpp"

namespace excover {

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

}  // namespace excover
