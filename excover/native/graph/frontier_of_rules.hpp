// Counts and lists the solutions of a problem with rules that options connect, by a frontier-based search.
//
// Options are decided one after the other. What is left of a problem depends on how often the items are covered that
// later options cover, too, on how much the sums may still grow, and on how the places hang together that have such
// options: of lines, whether a place is passed, or at which place the other end of its path is; of what is connected,
// in which part it is. So equal states are met once (K. Sekine, H. Imai and S. Tani, ISAAC 1995; Simpath: D. E. Knuth,
// TAOCP 7.1.4, exercise 225; "plugs" of programming contests; H. Iwashita et al., "ZDD-based calculation of the number
// of paths", Hokkaido University 2012).
//
// All levels together are a decision diagram, which is kept but for what leads nowhere.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "rules/global_constraints.hpp"
#include "rules/linear_constraints.hpp"

namespace excover::graph {

using rules::GlobalConstraints;
using rules::LinearConstraints;

// What a rule knows of, numbered: items, linear constraints, the places of each graph, and of each graph whether what
// is marked can get no more places.
struct Vertices {
    Vertices(const Problem& problem, const LinearConstraints* rows, const GlobalConstraints* graphs);

    Index row(Index k) const { return items + k; }
    Index place(std::size_t graph, Index place) const { return first_places[graph] + place; }
    Index closed(std::size_t graph) const { return first_closed + static_cast<Index>(graph); }

    Index items, first_closed, size;
    std::vector<Index> first_places;
    // Of an option: the one that is chosen where it is not, and has nothing but an item with it; or kNone.
    std::vector<Index> instead;
    std::vector<bool> is_implied;  // of an option: whether it is chosen instead of another one
    Lists<Index> touched;  // of an option: what its choice depends on, or changes, each once; none if it is implied

private:
    void pair_options(const Problem& problem, const LinearConstraints* rows, const GlobalConstraints* graphs);
};

// An order of the options that are not implied in which few vertices are at the frontier at a time. Those that cover an
// item exactly once, of which one must be chosen, follow each other, so that the nodes of a diagram that have one of
// them have all.
std::vector<Index> order_of_options(const Problem& problem, const Vertices& vertices);

// What becomes of a state where an option is chosen, and where it is not, for each option in order. Nothing that it is
// made from has to outlive it.
class RuleLevels {
public:
    RuleLevels(const Problem& problem, const LinearConstraints* rows, const GlobalConstraints* graphs);

    Index size() const { return static_cast<Index>(order_.size()); }
    Index option(Index level) const { return order_[level]; }
    // The option that is chosen where that of the level is not, or kNone.
    Index instead(Index level) const { return instead_[level]; }
    // Of a state, a multiple of 8.
    std::size_t bytes() const { return std::max<std::size_t>(8, (width_ + 7) / 8 * 8); }
    bool is_impossible() const { return impossible_; }

    // What follows from a state; false if it leads nowhere.
    bool follow(Index level, const std::uint8_t* before, std::uint8_t* after, bool is_chosen) const {
        const Level& own = levels_[level];
        std::memcpy(after, before, bytes());
        for (const Fresh& fresh : own.fresh) after[fresh.slot] = fresh.value;
        if (is_chosen && !choose(own, after)) return false;
        return weigh(own, after, is_chosen) && settle(own, after);
    }

    // Whether the rules hold where all is decided.
    bool is_end(const std::uint8_t* state) const {
        for (std::size_t k = 0; k < kinds_.size(); ++k)
            if (kinds_[k] == Kind::loop && state[k] == 0) return false;
        return true;
    }

private:
    struct Fresh {
        Index slot;
        std::uint8_t value;
    };
    // What an option does to an item, and how many others of it are not decided then.
    struct ItemTouch {
        Index slot, left, high;
        std::uint8_t color, low;  // the color is 0 of an item without
    };
    // How much less the sum may grow then, if the option is chosen or if it is not; with so much left, it is free.
    struct RowTouch {
        Index slot;
        Weight if_chosen, if_not, free;
    };
    struct Gone {
        Index slot;
        std::size_t graph;  // of a place
        bool is_place, is_end;
    };
    // Slots of the places that an option marks, in order; of what is connected, those of their
    // neighbors at the frontier, too.
    struct Mark {
        Index slot;
        std::uint8_t label;  // of an end of a path, or 0
        std::vector<Index> near;
    };
    struct GraphTouch {
        std::size_t graph;
        std::vector<Mark> marks;
    };
    struct Level {
        std::vector<Fresh> fresh;
        std::vector<ItemTouch> items;
        std::vector<RowTouch> rows;
        std::vector<GraphTouch> graphs;
        std::vector<Gone> gone;
        std::vector<std::vector<Index>> places;  // of each graph: the slots at the frontier, before any of them is gone
    };
    enum class Kind : std::uint8_t { connected, loop, paths };
    class Builder;

    bool choose(const Level& level, std::uint8_t* state) const;
    static bool weigh(const Level& level, std::uint8_t* state, bool is_chosen);
    bool settle(const Level& level, std::uint8_t* state) const;
    bool mark_lines(const GraphTouch& touch, const std::vector<Index>& places, std::uint8_t* state) const;
    bool mark_places(const GraphTouch& touch, const std::vector<Index>& places, std::uint8_t* state) const;
    bool leave(const Level& level, const Gone& gone, std::uint8_t* state) const;

    std::vector<Index> order_, instead_;
    std::vector<Kind> kinds_;  // of each graph
    std::vector<Level> levels_;
    Index width_ = 0;
    bool impossible_ = false;
};

// Its nodes are states, its updates states that were reached, each time.
class FrontierOfRules : public Engine {
public:
    // The problem must outlive it; of rows and graphs, each may be null. It takes about so many bytes of memory, and
    // throws std::bad_alloc when these do not suffice. Throws std::invalid_argument if this way of searching does not
    // apply.
    FrontierOfRules(const Problem& problem, const LinearConstraints* rows, const GlobalConstraints* graphs,
                    std::uint64_t memory, bool keep_covers);
    ~FrontierOfRules() override;

    Stop run(const Allowance& allowance) override;
    const Covers& covers() const override { return covers_; }
    void clear_covers() override { covers_.clear(); }
    std::uint64_t solutions() const override;
    std::vector<std::uint64_t> count() const override;
    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t updates() const override { return updates_; }
    std::uint64_t depth() const override { return level(); }
    Index levels() const override;
    Index level() const override { return level_; }
    std::uint64_t bytes() const;  // of memory in its states

    // Of states that lead to a solution: the child where the option of the level is not chosen, and that where it is;
    // kNone if there is none. A child is a number at the next level; at the last one it is 0, the end.
    using Children = std::array<Index, 2>;

    // What there is of a complete search.
    bool is_complete() const { return is_complete_; }
    bool is_empty() const { return is_empty_; }
    Index options() const { return problem_.options(); }
    Index option(Index level) const { return levels_->option(level); }
    // The option that is chosen where that of the level is not, or kNone: it has no level.
    Index instead(Index level) const { return levels_->instead(level); }
    std::span<const Children> nodes_of(Index level) const { return diagram_[level]; }

private:
    class Table;

    bool decide_some();
    void end_level();
    void drop_dead();
    void complete();
    void find_ways();
    Stop list(const Allowance& allowance, Watch& watch);
    void take(bool is_chosen);
    bool turn();

    const Problem& problem_;
    const bool keep_covers_;
    const std::uint64_t memory_;
    std::unique_ptr<const RuleLevels> levels_;
    std::unique_ptr<Table> states_, children_;  // of the level, and of the next one
    std::vector<std::vector<Children>> diagram_;  // by level
    std::vector<std::uint8_t> after_;  // scratch: a state
    Index level_ = 0;
    std::uint64_t kept_ = 0,
                  kept_before_ = 0;  // nodes of the diagram in full levels, now and when dead ones were dropped
    bool is_complete_ = false, is_empty_ = false, is_over_ = false;
    std::vector<std::uint64_t> count_{0};
    std::vector<Index> way_;  // while solutions are listed: the nodes from the root to where it is
    std::vector<std::uint8_t> chosen_;  // of each of them: whether it follows the second child
    std::uint64_t nodes_ = 1, updates_ = 0, listed_ = 0;
    Covers covers_;
};

}  // namespace excover::graph
