// What all engines have in common: they search in slices, and tell between two slices what they found and how far they
// are.
//
// An engine has only what makes sense for it; the others keep the defaults here, so that nobody has to ask which engine
// it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/covers.hpp"
#include "core/problem.hpp"
#include "core/run.hpp"
#include "core/sum_row.hpp"

namespace excover {

// The position of a search in the whole tree: every solution is either behind it or ahead of it.
struct Position {
    struct Branch {
        Index item, option;  // that the node branches on, and that the branch chooses, or kNone
    };
    std::vector<Branch> way;  // from the root to the current node
    bool is_last_done = false;  // the last branch, as all before it are not

    // Whether a solution was found already: it is behind the branch of its least option that has the item and is not
    // chosen yet.
    bool has_passed(const Problem& problem, std::span<const Index> cover) const;
};

class Engine {
public:
    virtual ~Engine() = default;

    // Goes on until the allowance is used up. If it throws, it can be run again and nothing is lost.
    virtual Stop run(const Allowance& allowance) = 0;

    // The solutions found since the last clear_covers(); none of an engine that only counts.
    virtual const Covers& covers() const {
        static const Covers none;
        return none;
    }
    virtual void clear_covers() {}

    // How many solutions were found so far: in 64 bits, where 2^64 - 1 may be more, and as a number of any size.
    virtual std::uint64_t solutions() const { return 0; }
    virtual std::vector<std::uint64_t> count() const { return {solutions()}; }

    // The work so far, in units of its own.
    virtual std::uint64_t nodes() const = 0;
    virtual std::uint64_t updates() const = 0;
    virtual std::uint64_t depth() const { return 0; }

    // The finished part of its tree, from 0 to 1, if it knows that.
    virtual std::optional<double> progress() const { return std::nullopt; }

    // The levels of a sweep, and how many of them are behind it; 0 of another engine.
    virtual Index levels() const { return 0; }
    virtual Index level() const { return 0; }

    // For each bound on a sum that it keeps to: no solution has a smaller sum.
    virtual std::vector<Weight> least_sums() const { return {}; }

    // How many threads have taken part.
    virtual std::size_t threads() const { return 1; }

    // Where it is in the whole tree; throws std::logic_error if it does not know. It knows while a single thread walks
    // the tree: with `alone`, others wait.
    virtual Position position() const { throw std::logic_error("this engine has no position"); }
    virtual void stay_alone(bool) {}
};

}  // namespace excover
