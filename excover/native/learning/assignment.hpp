// Which options are chosen and which refused, in the order in which that was decided or followed, and why.
//
// What follows from the items themselves: if an item has as many chosen options as it may have, the others are refused;
// if it has as few options left as it needs, they are chosen; and a chosen option refuses all that give one of its
// items another color. Each consequence keeps a reason, from which the options that it follows from can be found later.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"

namespace excover::learning {

class ClauseLog;

// An option is chosen (even) or refused (odd).
using Literal = std::uint32_t;

inline Literal chosen(Index option) { return 2 * option; }
inline Literal refused(Index option) { return 2 * option + 1; }
inline Literal opposite(Literal literal) { return literal ^ 1; }
inline Index option_of(Literal literal) { return literal / 2; }
inline bool is_choice(Literal literal) { return literal % 2 == 0; }

struct Reason {
    enum class Kind : std::uint8_t { decision, choice, upper_bound, lower_bound, sum, group, cut, clause };

    Kind kind = Kind::decision;
    std::uint32_t index = 0;  // the option chosen, the item, the row, the group, the cut, or the clause
};

class Assignment {
public:
    // Only the items before `branching` are needy: the others have what they need as soon as those do.
    // Of items that are counted, clauses say what follows.
    Assignment(const Problem& problem, Index branching, std::vector<std::uint8_t> is_counted = {});

    // What follows from the problem alone; false if it has no solution.
    bool start();

    bool is_open(Index option) const { return values_[option] == 0; }
    bool is_true(Literal literal) const { return values_[option_of(literal)] == (is_choice(literal) ? 1 : -1); }
    bool is_false(Literal literal) const { return is_true(opposite(literal)); }

    // By which decision an option was settled: 0 before the first.
    std::size_t level() const { return begins_.size(); }
    std::size_t level(Index option) const { return levels_[option]; }
    std::size_t place(Index option) const { return places_[option]; }  // on the trail
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

    // The literals that are all false for one that is true by the items.
    void explain(Literal literal, std::vector<Literal>& out) const;

    // Takes back all behind a level.
    void back_to(std::size_t level);

    // The items that still need options, in no particular order; and the branching degree of one.
    std::span<const Index> needy() const { return {needy_.data(), needy_count_}; }
    Index degree(Index item) const { return left_[item] - problem_.lower(item) + 1; }
    std::size_t size(Index item) const { return uses_[item].size(); }
    Index option(Index item, std::size_t place) const { return uses_[item][place]; }

    std::uint64_t updates() const { return updates_; }

private:
    bool settle_chosen(Index option);
    bool settle_refused(Index option);
    bool refuse_others(Index item, Reason reason, Index color);
    bool choose_rest(Index item);
    void take_back(Literal literal);
    void satisfy(Index item);

    const Problem& problem_;
    Lists<Index> uses_, colors_;  // of an item: its options, and what colors they give it, if it is colored
    std::vector<std::int8_t> values_;  // of an option: 1 chosen, -1 refused, 0 open
    std::vector<Reason> reasons_;
    std::vector<std::uint32_t> levels_, places_;  // of an option; its place is that on the trail
    std::vector<Literal> trail_;
    std::vector<std::size_t> begins_;  // of a level, on the trail
    std::size_t head_ = 0;
    std::vector<Index> chosen_, left_;  // of an item: its options that are chosen, and those not refused
    std::vector<Index> needy_, place_;  // items that need options, then those that have enough; where each is, or kNone
    std::size_t needy_count_ = 0;
    std::vector<std::uint8_t> is_counted_;  // of an item
    std::vector<Literal> conflict_;
    Index conflict_item_ = 0;
    std::uint64_t updates_ = 0;
};

// Clauses that were learnt, each watched by two of its literals.
//
// M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang and S. Malik, "Chaff: engineering an efficient SAT solver", DAC 2001. For
// which are kept, see G. Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009,
// by the number of different levels among the literals of a clause when it was learnt.
class Clauses {
public:
    // A literal is twice the number of an option, in 32 bits.
    static constexpr Index kMostOptions = Index{1} << 31;

    // Throws InvalidProblem if there are more options than that. A clause is refused if all would then take more than
    // `memory` bytes.
    Clauses(Index options, std::uint64_t memory);

    // Whether there is room for a clause of so many literals.
    bool has_room(std::size_t literals) const;

    // At least two literals, for which there is room; the first two are watched. Returns the number of the clause,
    // which is the index of a reason.
    std::uint32_t add(std::span<const Literal> literals, std::uint32_t levels);

    // Draws what follows from a literal that is true now; false if a clause has become false, and `broken` is its
    // number.
    bool propagate(Assignment& assignment, Literal literal, std::uint32_t& broken);

    std::span<const Literal> literals(std::uint32_t clause) const { return {&arena_[clause + kHead], arena_[clause]}; }

    // Forgets the worse half, except clauses of so few levels; those of none are never forgotten. No clause may be the
    // reason of an assignment above level 0.
    void forget_half(std::uint64_t kept_levels);

    std::uint32_t levels(std::uint32_t clause) const { return arena_[clause + 1]; }

    // The oldest clause that was learnt and not asked for since others were forgotten; or kNone.
    std::uint32_t next();
    // Nothing follows from this clause; kNone for from all.
    void ignore(std::uint32_t clause) { ignored_ = clause; }
    // Forgotten as soon as others are.
    void forget(std::uint32_t clause);

    std::size_t size() const { return size_; }
    // All that is allocated for clauses, with what vectors hold in reserve.
    std::uint64_t bytes() const { return arena_.capacity() * sizeof(std::uint32_t) + watch_bytes_; }
    // Tells from now on which clauses move, and which are forgotten.
    void log_to(ClauseLog* log) { log_ = log; }

    std::uint64_t updates() const { return updates_; }

private:
    static constexpr std::size_t kHead = 2;  // the number of literals, and of levels

    struct Watched {
        std::uint32_t clause;
        Literal other;  // one of its literals: if that is true, nothing is to be done
    };

    void watch(std::uint32_t clause);
    void compact();
    void push(Literal literal, Watched watched);
    std::size_t grown(std::size_t size) const { return std::max(size, arena_.capacity() + arena_.capacity() / 4); }

    const std::uint64_t memory_;
    std::vector<std::uint32_t> arena_;
    std::vector<std::vector<Watched>> watches_;  // of a literal: the clauses to look at when it becomes false
    std::uint64_t watch_bytes_ = 0;  // of the vectors in watches_
    std::size_t size_ = 0;
    std::size_t next_ = 0;
    std::uint32_t ignored_ = kNone;
    std::uint64_t updates_ = 0;
    ClauseLog* log_ = nullptr;
};

// What the learning search decides next, by what had part in its failures.
//
// By items: an item with few options left that had part in many failures (F. Boussemart, F. Hemery, C. Lecoutre and L.
// Sais, ECAI 2004), with the option it had last. By options: the one that had part in most of the last failures,
// chosen or refused as it was last (K. Pipatsrisawat and A. Darwiche, SAT 2007; "Chaff", as above; N. Eén and
// N. Sörensson, "An extensible SAT-solver", SAT 2003).
//
// Items that are covered at most once, and nothing else, are an exact cover, where items decide: quasigroups of order
// 40 take ten times as long by options. Whatever else is asked is said by items with few options, as clauses are, and
// by constraints, which items do not show: options then need a third of the time, and find what items do not.
class Decisions {
public:
    // By options if there are constraints, or items that may be covered several times.
    Decisions(const Problem& problem, bool has_constraints);

    // The next one; there is an item that needs options.
    Literal next(const Assignment& assignment);

    // What had part in a failure; those of the next one count more.
    void blame_item(Index item) {
        if (!are_by_option_) add(weights_, item, item_part_);
    }
    void blame_items_of(Index option) {
        for (const Index e : problem_.entries(option)) blame_item(problem_.item(e));
    }
    void blame_option(Index option) {
        if (!are_by_option_) return;
        add(activities_, option, option_part_);
        if (place_[option] != kNone) rise(place_[option]);
    }
    void end_failure();

    bool are_by_option() const { return are_by_option_; }

    // Of options that decide, those that had a greater part in the last failures first.
    bool comes_first(Index a, Index b) const { return activities_[a] > activities_[b]; }

    // Remembers, if it is to be, how an option was settled that is now open.
    void take_back(Literal literal, bool is_remembered) {
        const Index option = option_of(literal);
        if (are_by_option_) {
            if (is_remembered) was_refused_[option] = !is_choice(literal);
            if (place_[option] == kNone) push(option);
        } else if (is_choice(literal)) {
            for (const Index e : problem_.entries(option)) last_[problem_.item(e)] = option;
        }
    }

    std::uint64_t updates() const { return updates_; }

private:
    // Adds to one of several numbers; if it becomes huge, all of them and what is added later become less.
    static void add(std::vector<double>& numbers, Index to, double& part) {
        if ((numbers[to] += part) >= kHuge) lessen(numbers, part);
    }
    static void lessen(std::vector<double>& numbers, double& part);

    Literal by_item(const Assignment& assignment);
    Literal by_option(const Assignment& assignment);
    void push(Index option);
    void rise(Index place);
    void sink(Index place);
    void put(Index place, Index option);
    Index take_first();

    static constexpr double kHuge = 1e100;

    const Problem& problem_;
    const bool are_by_option_;
    // If items decide.
    std::vector<double> weights_;  // of an item: its part in failures
    std::vector<Index> last_;  // of an item: the option it had last, or kNone
    // If options decide.
    std::vector<double> activities_;  // of an option: its part in failures
    std::vector<std::uint8_t> was_refused_;  // of an option
    // A heap of options, the most active first; all that are open are in it. Where an option is, or kNone.
    std::vector<Index> heap_, place_;
    double item_part_ = 1, option_part_ = 1;  // of a failure
    std::uint64_t updates_ = 0;
};

}  // namespace excover::learning
