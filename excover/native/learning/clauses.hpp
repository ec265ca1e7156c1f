// Clauses that were learnt, each watched by two of its literals.
//
// M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang and S. Malik, "Chaff: engineering an efficient SAT solver", DAC 2001. Which of
// them are worth their place: G. Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT solvers", IJCAI
// 2009, by the number of different levels among the literals of a clause when it was learnt.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learning/assignment.hpp"

namespace excover {

class Clauses {
public:
    explicit Clauses(Index options) : watches_(2 * std::size_t{options}) {}

    // At least two literals; the first two are watched. Gives its number, which a reason has as its index.
    std::uint32_t add(std::span<const Literal> literals, std::uint32_t levels);

    // Draws what follows from a literal that is true now; false if a clause has become false, and `broken` is its number.
    bool propagate(Assignment& assignment, Literal literal, std::uint32_t& broken);

    std::span<const Literal> literals(std::uint32_t clause) const { return {&arena_[clause + kHead], arena_[clause]}; }

    // Forgets the worse half, but for those of so few levels; only where no clause is a reason that may be asked for.
    void forget_half(std::uint64_t kept_levels);

    std::size_t size() const { return size_; }
    std::uint64_t bytes() const { return arena_.size() * sizeof(Literal) + 2 * size_ * sizeof(Watched); }
    std::uint64_t updates() const { return updates_; }

private:
    static constexpr std::size_t kHead = 2;  // the number of literals, and of levels

    struct Watched {
        std::uint32_t clause;
        Literal other;  // one of its literals: if that is true, nothing is to be done
    };

    void watch(std::uint32_t clause);

    std::vector<std::uint32_t> arena_;
    std::vector<std::vector<Watched>> watches_;  // of a literal: the clauses to look at when it becomes false
    std::size_t size_ = 0;
    std::uint64_t updates_ = 0;
};

}  // namespace excover
