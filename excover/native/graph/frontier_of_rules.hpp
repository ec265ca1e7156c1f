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

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "graph/rule_levels.hpp"

namespace excover::graph {

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
