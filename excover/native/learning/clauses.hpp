// Clauses that were learnt, each watched by two of its literals.
//
// M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang and S. Malik, "Chaff: engineering an efficient SAT solver", DAC 2001. For
// which are kept, see G. Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009,
// by the number of different levels among the literals of a clause when it was learnt.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/assignment.hpp"

namespace excover {

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

    // Forgets the worse half, except clauses of so few levels. No clause may be the reason of an assignment above level
    // 0.
    void forget_half(std::uint64_t kept_levels);

    std::size_t size() const { return size_; }
    // All that is allocated for clauses, with what vectors hold in reserve.
    std::uint64_t bytes() const { return arena_.capacity() * sizeof(std::uint32_t) + watch_bytes_; }
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
    std::uint64_t updates_ = 0;
};

}  // namespace excover
