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

    ClauseLog(Index items, Index rows, Index graphs)
        : rows_(Number{items} + 1), graphs_(rows_ + rows), next_(graphs_ + graphs) {}

    static Number item(Index item) { return Number{item} + 1; }
    Number row(Index row) const { return rows_ + row; }
    Number graph(Index graph) const { return graphs_ + graph; }

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
    template <class Value>
    void add(Value value);
    void add_clause(char kind, std::span<const Literal> clause);

    const Number rows_, graphs_;
    Number next_;
    std::unordered_map<std::uint32_t, Number> numbers_;
    std::string text_;
    bool is_closed_ = false;
};

}  // namespace excover::learning
