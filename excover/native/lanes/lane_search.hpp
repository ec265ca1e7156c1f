// All solutions, depth first, with item lanes (lanes.hpp).
//
// It walks the same tree as the sparse sets, sparse_search.hpp: the item of least size, the lowest-numbered of
// several, its options by ascending number. So nodes, solutions and their order are the same.
//
// Items must be covered exactly once, at most once, or be colored (or not at all); other bounds are not for lanes.
// A node costs one pass over the array. That is why a node whose subtree will be large, judged by those at the
// same depth that are finished, first gets a table of its own, with only the options and items that are left:
// after two or three choices the array shrinks to a few cache lines, and the rows to what a near cache holds.
//
// Searches that share a tree share the table of the root, which never changes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "lanes/lanes.hpp"

namespace excover::lanes {

// Does a problem suit the lanes: no bounds but 1..1, 0..1 and 0..0?
bool has_lane_bounds(const Problem& problem);

// What the conflict rows of a problem would take; UINT64_MAX if its bounds do not suit.
std::uint64_t lane_bytes(const Problem& problem);

// What a table for the root holds: the options that may be chosen at all, and the items that are to be covered.
std::vector<Index> possible_options(const Problem& problem);
std::vector<Index> open_items(const Problem& problem);

class LaneSearch final : public WalkingSearch {
public:
    // `problem` must outlive the search and suit the lanes. Covers are kept for covers(), or only counted.
    LaneSearch(const Problem& problem, bool keep_covers, Instructions instructions = best_instructions());

    std::uint64_t updates() const override { return updates_; }  // words of lanes passed over, 64 bits each
    std::uint64_t depth() const override { return depth_; }  // most options chosen at once

    double share() const override;
    Position position() const override;
    std::unique_ptr<TreeSearch> sibling() const override;
    std::optional<GuidingPath> split() override;
    void enter(const GuidingPath& stolen) override;

private:
    // A table, and the walk with it; the walk of the next one takes the place of a node of this one.
    struct Subproblem {
        const LaneTable& table() const { return root ? *root : own; }

        std::shared_ptr<const LaneTable> root;  // in the first subproblem
        LaneTable own;  // in the others
        WalkRoom room;
        Walk walk;
        Walker walker;
        std::uint64_t first_depth;  // of the walk, in the tree
    };

    LaneSearch(const LaneSearch& other);

    bool start();
    void walk(std::uint64_t last_node, std::uint64_t last_solution) override;
    Event walk_on(Subproblem& subproblem, std::uint64_t last_node, std::uint64_t last_solution);
    bool is_worth_a_table(const Subproblem& subproblem);
    std::uint64_t cost_of_table(std::uint64_t entries, std::uint64_t blocks) const;
    std::uint64_t least_worth(const LaneTable& table) const;
    void replace_node(Subproblem& subproblem);
    Subproblem& next_subproblem();
    void enter_root();
    void enter_subproblem(Subproblem& subproblem, Index smallest, Index first_depth);
    void follow(Index option);
    void record();
    Subproblem& subproblem() { return *subproblems_[subproblems_in_use_ - 1]; }
    template <class Action>
    void each_frame(Action action) const;

    const Problem& problem_;
    const Instructions instructions_;
    std::shared_ptr<const ConflictClasses> classes_;
    std::shared_ptr<const LaneTable> root_;
    Index root_rank_ = 0;  // of the item the root branches on
    LaneScratch scratch_;
    std::vector<std::unique_ptr<Subproblem>> subproblems_;
    std::size_t subproblems_in_use_ = 0;
    std::uint64_t entries_per_primary_;  // times 16
    std::vector<Subtrees> subtrees_;  // finished ones, by depth
    std::vector<Index> left_items_, left_options_, sizes_;
    std::uint64_t depth_ = 0, updates_ = 0;
};

}  // namespace excover::lanes
