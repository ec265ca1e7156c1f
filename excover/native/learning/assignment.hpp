// Which options are chosen and which refused, in the order in which that was decided or followed, and why.
//
// What follows from the items themselves: if an item has as many chosen options as it may have, the others are refused;
// if it has as few options left as it needs, they are chosen; and a chosen option refuses all that give one of its
// items another color. Each consequence keeps a reason, from which the options that it follows from can be found later.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"

namespace excover {

// An option is chosen (even) or refused (odd).
using Literal = std::uint32_t;

inline Literal chosen(Index option) { return 2 * option; }
inline Literal refused(Index option) { return 2 * option + 1; }
inline Literal opposite(Literal literal) { return literal ^ 1; }
inline Index option_of(Literal literal) { return literal / 2; }
inline bool is_choice(Literal literal) { return literal % 2 == 0; }

struct Reason {
    enum class Kind : std::uint8_t { decision, choice, full, starved, clause };

    Kind kind = Kind::decision;
    std::uint32_t index = 0;  // the option chosen, the item, or the clause
};

class Assignment {
public:
    explicit Assignment(const Problem& problem);

    // What follows from the problem alone; false if it has no solution.
    bool start();

    bool is_open(Index option) const { return values_[option] == 0; }
    bool is_true(Literal literal) const { return values_[option_of(literal)] == (is_choice(literal) ? 1 : -1); }
    bool is_false(Literal literal) const { return is_true(opposite(literal)); }

    // By which decision an option was settled: 0 before the first.
    std::size_t level() const { return begins_.size(); }
    std::size_t level(Index option) const { return levels_[option]; }
    const std::vector<Literal>& trail() const { return trail_; }
    const Reason& reason(Index option) const { return reasons_[option]; }

    void decide(Literal literal);
    void assign(Literal literal, Reason reason);

    // The next literal whose consequences are not known yet; there is one.
    bool has_pending() const { return head_ < trail_.size(); }
    // Returns it, and draws its consequences by the items; false if they contradict each other.
    bool spread(Literal& literal);

    // After spread() was false: literals that are all false, of which one had to be true; and the item that requires
    // it.
    const std::vector<Literal>& conflict() const { return conflict_; }
    Index conflict_item() const { return conflict_item_; }

    // The literals that are all false for one that is true (and not by a clause or a decision).
    void explain(Literal literal, std::vector<Literal>& out) const;

    // Takes back all behind a level.
    void back_to(std::size_t level);

    // The items that still need options, in no particular order; and the branching degree of one.
    std::span<const Index> needy() const { return {needy_.data(), needy_count_}; }
    Index degree(Index item) const { return left_[item] - problem_.lower(item) + 1; }
    std::size_t size(Index item) const { return begin_of_[item + 1] - begin_of_[item]; }
    Index option(Index item, std::size_t place) const { return option_of_[begin_of_[item] + place]; }

    std::uint64_t updates() const { return updates_; }

private:
    bool settle_chosen(Index option);
    bool settle_refused(Index option);
    bool refuse_others(Index item, Reason reason, Index color);
    bool choose_rest(Index item);
    void take_back(Literal literal);
    void satisfy(Index item);

    const Problem& problem_;
    std::vector<std::size_t> begin_of_;  // of an item: where its options stand
    std::vector<Index> option_of_, color_of_;
    std::vector<std::int8_t> values_;  // of an option: 1 chosen, -1 refused, 0 open
    std::vector<Reason> reasons_;
    std::vector<std::uint32_t> levels_, places_;  // of an option; its place is that on the trail
    std::vector<Literal> trail_;
    std::vector<std::size_t> begins_;  // of a level, on the trail
    std::size_t head_ = 0;
    std::vector<Index> chosen_, left_;  // of an item: its options that are chosen, and those not refused
    std::vector<Index> needy_, place_;  // items that need options, then those that have enough; where each is, or kNone
    std::size_t needy_count_ = 0;
    std::vector<Literal> conflict_;
    Index conflict_item_ = 0;
    std::uint64_t updates_ = 0;
};

}  // namespace excover
