// What all engines have in common: they search in slices, and report between two slices what they found and how far
// they are.
//
// An engine has only what makes sense for it; the others keep the defaults here, so that no one asks which engine
// it is.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/problem.hpp"

namespace excover {

// Why a run returned. Only `exhausted` means that there is nothing more to find.
enum class Stop { exhausted, solutions, nodes, time };

// The budget of a single run.
struct Allowance {
    std::uint64_t solutions = UINT64_MAX;
    std::uint64_t nodes = UINT64_MAX;
    double seconds = 1e18;
};

inline std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

// Looks at the clock now and then: after so many units of work, which should take a fraction of a millisecond.
class Watch {
public:
    Watch(double seconds, std::uint64_t work_between_looks)
        : seconds_(seconds), between_(work_between_looks), start_(Clock::now()) {}

    bool is_over(std::uint64_t work) {
        if (work < next_look_) return false;
        next_look_ = work + between_;
        return seconds_left() <= 0;
    }

    double seconds_left() const { return seconds_ - std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;

    double seconds_;
    std::uint64_t between_;
    Clock::time_point start_;
    std::uint64_t next_look_ = 0;
};

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

    // The levels of a frontier search, and how many of them are behind it; 0 of another engine.
    virtual Index levels() const { return 0; }
    virtual Index level() const { return 0; }

    // What it learnt from failures: how many literals of a clause there are for each level that they come from; 0 of
    // another engine, and before it has failed often enough to tell.
    virtual double literals_per_level() const { return 0; }

    // For each bound on a sum that it keeps to: no solution has a smaller sum.
    virtual std::vector<Weight> least_sums() const { return {}; }

    // How many threads have taken part.
    virtual std::size_t threads() const { return 1; }

    // Where it is in the whole tree; throws std::logic_error if it does not know. It knows while a single thread walks
    // the tree: with `alone`, others wait.
    virtual Position position() const { throw std::logic_error("this engine has no position"); }
    virtual void stay_alone(bool) {}
};

// What a depth-first search must provide so that several can share one tree.
//
// R. Finkel and U. Manber, "DIB, a distributed implementation of backtracking", ACM TOPLAS 9 (1987) 235-256: a busy
// search is robbed of the branches left at the node nearest to the root, on the average its largest part. What is
// stolen is given by the path that leads to it (H. Zhang, M. P. Bonacina and J. Hsiang, "PSATO: a distributed
// propositional prover", Journal of Symbolic Computation 21 (1996) 543-560: guiding paths), so that a search with
// tables of its own can go there.

// Leads to the branches of a node behind one of them.
struct GuidingPath {
    std::vector<Index> path;  // from the root, the option chosen in each node or kNone; last the branch before them
    double share;  // of the tree
};

class TreeSearch : public Engine {
public:
    const Covers& covers() const override { return covers_; }
    void clear_covers() override { covers_.clear(); }
    std::uint64_t solutions() const override { return solutions_; }
    std::uint64_t nodes() const override { return nodes_; }  // the root, and every branch tried

    // The share of the tree that is left to this search. Every node divides its share evenly among its branches
    // (D. E. Knuth's progress reports, TAOCP 7.2.2.1).
    virtual double share() const = 0;

    std::optional<double> progress() const override { return std::clamp(1 - share(), 0.0, 1.0); }

    // Only of a search that nothing was taken from.
    Position position() const override = 0;

    // Another search of the same tree, without a piece of it yet; it does not depend on changes of this one.
    virtual std::unique_ptr<TreeSearch> sibling() const = 0;

    // What another search steals: the branches left at the node nearest to the root that has some, but for one that
    // this search keeps; nothing if there are none.
    virtual std::optional<GuidingPath> split() = 0;

    // Leaves whatever it has and takes what was stolen from another search of the tree. Throws InvalidProblem, and has
    // nothing, if the path is none of the tree.
    virtual void enter(const GuidingPath& stolen) = 0;

protected:
    explicit TreeSearch(bool keep_covers) : keep_covers_(keep_covers) {}

    const bool keep_covers_;  // or only count them
    Covers covers_;
    std::uint64_t solutions_ = 0, nodes_ = 1;
};

// A tree search that walks on for a moment at a time, and looks at the clock in between.
class WalkingSearch : public TreeSearch {
public:
    Stop run(const Allowance& allowance) final;

protected:
    using TreeSearch::TreeSearch;

    // For a moment, or until so many nodes or solutions are reached in all, or it `is_done_`.
    virtual void walk(std::uint64_t last_node, std::uint64_t last_solution) = 0;

    bool is_empty_cover_due_ = false, is_done_ = false;
};

// Long work in short steps: passes over nodes, or other things, with a look at the clock between two blocks.
//
// Building, loading and querying a diagram must be able to stop soon: at the end of the time, or at a signal. So each
// such task adds its passes here, and its owner runs them slice by slice.

class Passes {
public:
    // Of the turns of a pass, which are numbered from 0, those from `from` up to `to`.
    using Block = std::function<void(std::size_t from, std::size_t to)>;

    // Adds a pass after all others. A pass may add further ones, if the next step depends on its result.
    void each(std::size_t turns, Block block);
    void then(std::function<void()> action);

    // For a pass that consists of one block: it is repeated until it is over.
    void again() { is_to_repeat_ = true; }

    // Until all is done, or seconds are used up, but a block at least. What a pass throws ends the work for good, and
    // each further run throws it.
    Stop run(double seconds);
    void finish() { run(Allowance{}.seconds); }
    bool is_over() const { return passes_.empty(); }

private:
    struct Pass {
        std::size_t turns, next;
        Block block;
    };
    void step();

    std::deque<Pass> passes_;
    std::exception_ptr failure_;
    bool is_to_repeat_ = false;
};

}  // namespace excover
