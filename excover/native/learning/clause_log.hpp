// The lines of a certificate: each clause that is learnt, and why it holds (docs/proof-format.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "learning/assignment.hpp"

namespace excover::learning {

// A factor of a constraint, by its number.
using Term = std::pair<std::uint64_t, Weight>;

// Constraints have numbers from 1 on: the items, the bounds on sums, the global constraints, and then the clauses.
class ClauseLog {
public:
    using Number = std::uint64_t;

    ClauseLog(Index options, Index items, Index rows, Index graphs);

    static Number item(Index item) { return Number{item} + 1; }
    Number row(Index row) const { return rows_ + row; }
    Number graph(Index graph) const { return graphs_ + graph; }

    // Options and items that the search makes besides those of the problem (channeling.cpp), in their order.
    //
    // A further option has a name that is defined: that an item has a color, or that a place is marked; or the opposite
    // of it. What follows from a further item, other constraints show; of some, after a clause that is derived first:
    // that one of their options is chosen, or that one is not.
    enum class Lemma : std::uint8_t { none, some, not_all };

    // Defines names for the colors of an item, in the order in which its options give them; returns the first one.
    std::int64_t name_colors(Index item, std::size_t colors);
    // Defines a name for a place that is marked, and returns it; `mark` is the constraint which says so.
    std::int64_t name_mark(Index graph, Index place, Number& mark);
    void further_option(std::int64_t name) { names_.push_back(name); }
    void further_item(std::vector<Number> shown_by, Lemma lemma = Lemma::none);
    // Derives the clauses of all further items of the problem that was made.
    void derive_lemmas(const Problem& problem);
    // The constraints that show what follows from an item, further ones included.
    std::span<const Number> shown_by(Index item) const { return items_[item].shown_by; }

    // A clause that follows if what these constraints imply, one after the other, contradicts its negation.
    Number derive(std::span<const Literal> clause, std::span<const Number> hints);
    // One whose negation contradicts a sum of constraints.
    Number combine(std::span<const Literal> clause, std::span<const Term> terms);
    // That a solution, which is counted, is not found again.
    Number exclude(std::span<const Index> cover);
    void forget(std::span<const Number> clauses);

    // The numbers of clauses in the memory of the search (Clauses), which may move there.
    void bind(std::uint32_t clause, Number number) { numbers_[clause] = number; }
    Number number(std::uint32_t clause) const { return numbers_.at(clause); }
    void move(std::uint32_t clause, std::uint32_t to);
    void drop(std::uint32_t clause);

    // The lines since the last call.
    std::string take() { return std::exchange(text_, {}); }
    std::uint64_t clauses() const { return next_ - graphs_; }
    // Whether the last clause has no literals: nothing is left.
    bool is_closed() const { return is_closed_; }

private:
    struct Item {
        std::vector<Number> shown_by;
        Lemma lemma;
    };

    template <class Value>
    void add(Value value);
    void add_clause(char kind, std::span<const Literal> clause);

    const Number rows_, graphs_;
    Number next_;
    std::vector<std::int64_t> names_;  // of an option
    std::int64_t next_name_;
    std::vector<Item> items_;
    std::unordered_map<std::uint32_t, Number> numbers_;
    std::string text_;
    bool is_closed_ = false;
};

}  // namespace excover::learning
