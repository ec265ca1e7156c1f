// A check macro, problems that own their arrays, random problems, and all solutions by definition.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/problem.hpp"

#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                                \
        }                                                                                \
    } while (false)

namespace excover::test {

// How many random cases a test tries: a tenth, but with `THOROUGH` in the environment (`.ci/run thorough`).
inline unsigned examples(unsigned number) { return std::getenv("THOROUGH") != nullptr ? number : number / 10; }

inline constexpr Index kUnbounded = 0x7fffffff;

struct Draft {
    std::vector<Index> lower, upper;
    std::vector<std::uint8_t> colored;
    std::vector<Index> starts{0}, entries, colors;

    void add_item(Index low, Index high, bool is_colored = false) {
        lower.push_back(low);
        upper.push_back(high);
        colored.push_back(is_colored);
    }
    void add_primary(Index number) {
        while (number-- > 0) add_item(1, 1);
    }
    void cover(Index item, Index color = 0) {
        entries.push_back(item);
        colors.push_back(color);
    }
    void end_option() { starts.push_back(static_cast<Index>(entries.size())); }
    void add_option(std::initializer_list<Index> items) {
        for (const Index item : items) cover(item);
        end_option();
    }
    Problem problem() const { return Problem({lower, upper, colored, starts, entries, colors}); }
};

// Whether an action throws std::invalid_argument, with a reason.
template <class Action>
bool refuses(Action action) {
    try {
        action();
    } catch (const std::invalid_argument& error) {
        CHECK(error.what()[0] != 0);
        return true;
    }
    return false;
}

using Solutions = std::set<std::vector<Index>>;

// Does a set of options, as bits, solve the problem? From the definition.
inline bool solves(const Draft& draft, Index set) {
    std::vector<Index> tally(draft.lower.size()), color(draft.lower.size());
    for (std::size_t option = 0; option + 1 < draft.starts.size(); ++option) {
        if ((set >> option & 1) == 0) continue;
        for (Index e = draft.starts[option]; e < draft.starts[option + 1]; ++e) {
            const Index item = draft.entries[e];
            ++tally[item];
            if (draft.colored[item] && color[item] != 0 && color[item] != draft.colors[e]) return false;
            color[item] = draft.colors[e];
        }
    }
    for (std::size_t item = 0; item < tally.size(); ++item)
        if (!draft.colored[item] && (tally[item] < draft.lower[item] || tally[item] > draft.upper[item])) return false;
    return true;
}

inline Solutions naive(const Draft& draft) {
    Solutions solutions;
    const std::size_t options = draft.starts.size() - 1;
    for (Index set = 0; set < Index{1} << options; ++set) {
        if (!solves(draft, set)) continue;
        std::vector<Index> cover;
        for (Index option = 0; option < options; ++option)
            if (set >> option & 1) cover.push_back(option);
        solutions.insert(cover);
    }
    return solutions;
}

// A small random problem with items of all kinds.
class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}

    Index below(Index bound) { return static_cast<Index>(engine_() % bound); }

    Draft draft() {
        Draft draft;
        const Index primary = 1 + below(4), secondary = below(4);
        for (Index k = 0; k < primary; ++k) add_primary_item(draft);
        for (Index k = 0; k < secondary; ++k)
            if (below(2) == 0) {
                draft.add_item(0, 1);
            } else {
                draft.add_item(0, kUnbounded, true);
            }
        for (Index options = below(11); options > 0; --options) add_option(draft, primary);
        return draft;
    }

private:
    void add_primary_item(Draft& draft) {
        switch (below(8)) {
            case 0:
                return draft.add_item(0, 0);
            case 1:
                return draft.add_item(0, 2 + below(2));
            case 2:
                return draft.add_item(1, 2 + below(2));
            case 3:
                return draft.add_item(2, 2 + below(2));
            case 4:
                return draft.add_item(below(3), kUnbounded);
            default:
                return draft.add_item(1, 1);
        }
    }

    void add_option(Draft& draft, Index primary) {
        const Index must = below(primary);
        for (Index item = 0; item < draft.lower.size(); ++item)
            if (item == must || below(3) == 0) draft.cover(item, draft.colored[item] ? 1 + below(2) : 0);
        draft.end_option();
    }

    std::mt19937 engine_;
};

using Rows = std::vector<LinearConstraint>;

inline bool holds(const LinearConstraint& row, std::span<const Index> cover) {
    Weight sum = 0;
    for (std::size_t k = 0; k < row.options.size(); ++k)
        if (std::ranges::find(cover, row.options[k]) != cover.end()) sum += row.weights[k];
    return sum <= row.upper;
}

// The solutions that keep to all rows.
inline Solutions within(const Draft& draft, const Rows& rows) {
    Solutions all = naive(draft);
    std::erase_if(all, [&](const auto& cover) {
        return std::ranges::any_of(rows, [&](const LinearConstraint& row) { return !holds(row, cover); });
    });
    return all;
}

inline Rows random_rows(Random& random, Index options) {
    Rows rows;
    for (Index count = 1 + random.below(3); count > 0; --count) {
        const Weight unit = random.below(4) == 0 ? Weight{1} << (10 + random.below(44)) : 1;
        const Weight least = random.below(3) == 0 ? -6 : 0;
        LinearConstraint row{{}, {}, (static_cast<Weight>(random.below(16)) - 4) * unit};
        for (Index option = 0; option < options; ++option) {
            if (random.below(4) == 0) continue;
            row.options.push_back(option);
            row.weights.push_back((least + static_cast<Weight>(random.below(9))) * unit + random.below(2));
        }
        rows.push_back(row);
    }
    if (random.below(9) == 0) rows.back().upper = std::numeric_limits<Weight>::max();
    if (random.below(9) == 0) rows.front().upper = std::numeric_limits<Weight>::min();
    return rows;
}

// Exactly once each; options with up to two kinds of other items and many colors.
inline Draft exact_draft(unsigned seed) {
    Random random(seed);
    Draft draft;
    const Index exact = 2 + random.below(5), others = random.below(4);
    draft.add_primary(exact);
    for (Index k = 0; k < others; ++k) switch (random.below(4)) {
            case 0:
                draft.add_item(0, 1);
                break;
            case 1:
                draft.add_item(random.below(2), 1 + random.below(3));
                break;
            case 2:
                draft.add_item(1, kUnbounded);
                break;
            default:
                draft.add_item(0, kUnbounded, true);
        }
    const Index colors = 1 + random.below(7);
    for (Index o = random.below(12); o > 0; --o) {
        const Index must = random.below(exact);
        for (Index item = 0; item < draft.lower.size(); ++item)
            if (item == must || random.below(3) == 0)
                draft.cover(item, draft.colored[item] ? 1 + random.below(colors) : 0);
        draft.end_option();
    }
    return draft;
}

// Dominoes on a board.
inline Draft dominoes(Index rows, Index columns) {
    Draft draft;
    draft.add_primary(rows * columns);
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < columns; ++c) {
            const Index cell = r * columns + c;
            if (c + 1 < columns) draft.add_option({cell, cell + 1});
            if (r + 1 < rows) draft.add_option({cell, cell + columns});
        }
    return draft;
}

inline Draft queens(Index n) {
    Draft draft;
    draft.add_primary(2 * n);
    for (Index k = 0; k < 2 * (2 * n - 1); ++k) draft.add_item(0, 1);
    for (Index r = 0; r < n; ++r)
        for (Index c = 0; c < n; ++c) draft.add_option({r, n + c, 2 * n + r + c, 4 * n - 1 + r + n - 1 - c});
    return draft;
}

// Langford's pairs: 2n places, the two k's k places apart.
inline Draft langford(Index n) {
    Draft draft;
    draft.add_primary(3 * n);
    for (Index k = 1; k <= n; ++k)
        for (Index i = 0; i + k + 1 < 2 * n; ++i) draft.add_option({k - 1, n + i, n + i + k + 1});
    return draft;
}

// n times two options for an item of its own: 2^n times as many solutions.
inline void add_doublings(Draft& draft, Index n) {
    for (; n > 0; --n) {
        draft.add_primary(1);
        const auto item = static_cast<Index>(draft.lower.size() - 1);
        draft.add_option({item});
        draft.add_option({item});
    }
}

inline Draft doublings(Index n) {
    Draft draft;
    add_doublings(draft, n);
    return draft;
}

}  // namespace excover::test
