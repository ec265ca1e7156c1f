#include "lanes/lane_search.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include "core/problem.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable lanes_block_cost, lanes_entry_cost, lanes_least_part, lanes_least_subtree, lanes_let_pass,
    lanes_node_work, lanes_turn_work, lanes_watch;
}

namespace excover::lanes {

namespace {

constexpr std::uint64_t kFarFromOverflow = std::uint64_t{1} << 40;

std::vector<Index> sizes_of(const Problem& problem, const std::vector<Index>& items,
                            const std::vector<Index>& options) {
    std::vector<Index> all(problem.items()), sizes;
    for (const Index option : options)
        for (const Index e : problem.entries(option)) ++all[problem.item(e)];
    for (const Index item : items) sizes.push_back(all[item]);
    return sizes;
}

// Whether a node has anything left besides the branch taken.
bool has_rest(const LaneTable& table, const Block* array, const Frame& frame) {
    if (frame.bits != 0) return true;
    for (Index plane = frame.plane + 1; table.has_plane(frame.place, plane); ++plane)
        if (table.lane(array, frame.place, plane) != 0) return true;
    return false;
}

Index last_plane(const LaneTable& table, Index place) {
    Index plane = 0;
    while (table.has_plane(place, plane + 1)) ++plane;
    return plane;
}

// Nothing is left of the node.
void close(const LaneTable& table, Frame& frame) {
    frame.bits = 0;
    frame.plane = last_plane(table, frame.place);
}

// Is an option one of those left to the item of the current node?
bool has_branch(const Walk& walk, const LaneTable& table, Index place, Index option) {
    for (Index plane = 0; table.has_plane(place, plane); ++plane)
        for (std::uint64_t bits = table.lane(walk.array(walk.depth), place, plane); bits != 0; bits &= bits - 1) {
            const auto bit = static_cast<Index>(std::countr_zero(bits));
            if (table.option(walk.row_of_bit[walk.lane_starts[place] + plane * 512 + bit]) == option) return true;
        }
    return false;
}

// Leaves the options of the node behind one of them.
void skip(const Walk& walk, const LaneTable& table, Frame& frame, Index option) {
    for (;;) {
        for (; frame.bits != 0; frame.bits &= frame.bits - 1) {
            const auto bit = static_cast<Index>(std::countr_zero(frame.bits));
            const Index row = walk.row_of_bit[frame.start + bit];
            if (table.option(row) > option) return;
        }
        if (!table.has_plane(frame.place, frame.plane + 1)) return;
        walk.enter_next_plane(frame);
    }
}

// The options of a node that are still to be tried.
Index rest_of(const LaneTable& table, const Block* array, const Frame& frame) {
    auto rest = static_cast<Index>(std::popcount(frame.bits));
    for (Index plane = frame.plane + 1; table.has_plane(frame.place, plane); ++plane)
        rest += static_cast<Index>(std::popcount(table.lane(array, frame.place, plane)));
    return rest;
}

}  // namespace

std::vector<Index> possible_options(const Problem& problem) {
    std::vector<Index> options;
    for (Index option = 0; option < problem.options(); ++option) {
        bool possible = true;
        for (const Index e : problem.entries(option))
            possible = possible && (problem.is_colored(problem.item(e)) || problem.upper(problem.item(e)) > 0);
        if (possible) options.push_back(option);
    }
    return options;
}

std::vector<Index> open_items(const Problem& problem) {
    std::vector<Index> items;
    for (Index item = 0; item < problem.items(); ++item)
        if (problem.is_primary(item) && problem.upper(item) == 1) items.push_back(item);
    return items;
}

bool has_lane_bounds(const Problem& problem) {
    for (Index item = 0; item < problem.items(); ++item)
        if (problem.is_primary(item) && (problem.upper(item) > 1)) return false;
    return true;
}

std::uint64_t lane_bytes(const Problem& problem) {
    if (!has_lane_bounds(problem)) return UINT64_MAX;
    const std::vector<Index> options = possible_options(problem);
    std::vector<Index> sizes = sizes_of(problem, open_items(problem), options);
    std::erase(sizes, Index{0});
    std::ranges::sort(sizes, std::greater{});
    return LaneTable::bytes(lay_out_lanes(sizes), options.size(), ConflictClasses(problem).size());
}

LaneSearch::LaneSearch(const Problem& problem, bool keep_covers, Instructions instructions)
    : WalkingSearch(keep_covers),
      problem_(problem),
      instructions_(instructions),
      classes_(std::make_shared<ConflictClasses>(problem)),
      scratch_(problem, *classes_) {
    EXCOVER_CHECK(has_lane_bounds(problem) && has_instructions(instructions));
    left_options_ = possible_options(problem);
    left_items_ = open_items(problem);
    std::uint64_t primary = 0;
    for (Index e = 0; e < problem.entries(); ++e) primary += problem.is_primary(problem.item(e));
    entries_per_primary_ = primary == 0 ? 0 : 16 * std::uint64_t{problem.entries()} / primary;
    is_done_ = !start();
}

LaneSearch::LaneSearch(const LaneSearch& other)
    : WalkingSearch(other.keep_covers_),
      problem_(other.problem_),
      instructions_(other.instructions_),
      classes_(other.classes_),
      root_(other.root_),
      root_rank_(other.root_rank_),
      scratch_(problem_, *classes_),
      entries_per_primary_(other.entries_per_primary_),
      subtrees_(other.subtrees_) {
    nodes_ = 0;
    is_done_ = true;
}

std::unique_ptr<TreeSearch> LaneSearch::sibling() const { return std::unique_ptr<TreeSearch>(new LaneSearch(*this)); }

// Sets up the root; false if some item has no option.
bool LaneSearch::start() {
    sizes_ = sizes_of(problem_, left_items_, left_options_);
    if (std::ranges::find(sizes_, Index{0}) != sizes_.end()) return false;
    subtrees_.resize(left_items_.size() + 2);
    if (left_items_.empty()) return is_empty_cover_due_ = true;
    auto table = std::make_shared<LaneTable>();
    table->build(problem_, *classes_, scratch_, left_options_, left_items_);
    root_ = std::move(table);
    root_rank_ = static_cast<Index>(std::ranges::min_element(sizes_) - sizes_.begin());
    enter_root();
    return true;
}

// Until the next look at the clock.
void LaneSearch::walk(std::uint64_t last_node, std::uint64_t last_solution) {
    const std::uint64_t between = tuning::lanes_watch, work_of_turn = tuning::lanes_turn_work;
    std::uint64_t work = 0;
    while (work < between && !is_done_ && solutions_ < last_solution && nodes_ < last_node) {
        Subproblem& subproblem = this->subproblem();
        const std::uint64_t before = nodes_, work_of_node = subproblem.table().blocks() + tuning::lanes_node_work;
        const std::uint64_t pause = saturated_sum(nodes_, between / work_of_node + 1);
        const Event event = walk_on(subproblem, std::min(last_node, pause), last_solution);
        work += (nodes_ - before) * work_of_node + work_of_turn;
        if (event == Event::found && keep_covers_) record();
        if (event == Event::closed) is_done_ = --subproblems_in_use_ == 0;
        if (event == Event::large && is_worth_a_table(subproblem)) replace_node(subproblem);
    }
}

Event LaneSearch::walk_on(Subproblem& subproblem, std::uint64_t last_node, std::uint64_t last_solution) {
    Walk& walk = subproblem.walk;
    if (keep_covers_) covers_.make_room(subtrees_.size());
    const std::uint64_t before = nodes_;
    walk.nodes = nodes_;
    walk.solutions = solutions_;
    walk.deepest = 0;
    walk.last_node = last_node;
    walk.last_solution = keep_covers_ ? solutions_ + 1 : last_solution;
    const Event event = subproblem.walker(walk);
    nodes_ = walk.nodes;
    solutions_ = walk.solutions;
    updates_ += (nodes_ - before) * subproblem.table().blocks() * 8;
    depth_ = std::max(depth_, subproblem.first_depth + walk.deepest);
    return event;
}

// A table pays if what it takes to build is less than what the nodes of the subtree save by it.
bool LaneSearch::is_worth_a_table(const Subproblem& subproblem) {
    const Walk& walk = subproblem.walk;
    const LaneTable& table = subproblem.table();
    const Block* array = walk.array(walk.depth);
    sizes_.clear();
    for (Index place = 0; place < table.items(); ++place)
        if (const Index size = table.size(array, place); size > 0) sizes_.push_back(size);
    std::ranges::sort(sizes_, std::greater{});
    const std::uint64_t blocks = lay_out_lanes(sizes_).blocks();
    Subtrees& finished = walk.subtrees[walk.depth];
    if (finished.number == 0) return false;
    const std::uint64_t entries = std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
    const std::uint64_t saved = finished.nodes / finished.number * (table.blocks() - blocks);
    const bool is_worth = saved > cost_of_table(entries, blocks);
    if (!is_worth) finished.let_pass = tuning::lanes_let_pass;
    return is_worth;
}

// In passes over a block, as measured, and a margin for the uncertainty of the subtree.
std::uint64_t LaneSearch::cost_of_table(std::uint64_t entries, std::uint64_t blocks) const {
    return entries * entries_per_primary_ / 16 * (tuning::lanes_entry_cost + tuning::lanes_block_cost * blocks);
}

// The node just entered goes on with a table of its own.
void LaneSearch::replace_node(Subproblem& subproblem) {
    Walk& walk = subproblem.walk;
    const LaneTable& table = subproblem.table();
    const Block* array = walk.array(walk.depth);
    left_options_.clear();
    for (Index row = 0; row < table.options(); ++row) {
        const Index bit = table.first_bit(row);
        if (array[bit / 512].words[bit / 64 % 8] >> (bit % 64) & 1) left_options_.push_back(table.option(row));
    }
    left_items_.clear();
    Index smallest = 0;
    for (Index rank = 0; rank < table.items(); ++rank) {
        const Index place = table.place_of_rank(rank);
        if (rank == walk.rank) smallest = static_cast<Index>(left_items_.size());
        if (table.size(array, place) > 0) left_items_.push_back(table.item(place));
    }
    EXCOVER_CHECK(left_items_.size() == walk.frames[walk.depth].left);
    Subproblem& next = next_subproblem();
    next.own.build(problem_, *classes_, scratch_, left_options_, left_items_);
    enter_subproblem(next, smallest, static_cast<Index>(subproblem.first_depth + walk.depth));
    --walk.depth;
}

// Not worth considering: smaller subtrees than that would not pay for a table of an eighth of the options.
std::uint64_t LaneSearch::least_worth(const LaneTable& table) const {
    if (table.blocks() < 2) return UINT64_MAX / kFarFromOverflow;
    const std::uint64_t entries = table.entries() / tuning::lanes_least_part;
    return std::max<std::uint64_t>(tuning::lanes_least_subtree, cost_of_table(entries, 1) / (table.blocks() - 1));
}

// Not in use before it is entered.
LaneSearch::Subproblem& LaneSearch::next_subproblem() {
    if (subproblems_.size() == subproblems_in_use_) subproblems_.push_back(std::make_unique<Subproblem>());
    return *subproblems_[subproblems_in_use_];
}

void LaneSearch::enter_root() {
    EXCOVER_CHECK(subproblems_in_use_ == 0);
    Subproblem& subproblem = next_subproblem();
    subproblem.root = root_;
    enter_subproblem(subproblem, root_rank_, 0);
}

// Opens the first node of the subproblem that comes next, whose table is ready.
void LaneSearch::enter_subproblem(Subproblem& subproblem, Index smallest, Index first_depth) {
    const LaneTable& table = subproblem.table();
    subproblem.first_depth = first_depth;
    subproblem.walker = walker(instructions_, table.layout().bits);
    subproblem.walk = walk_over(table, subproblem.room);
    subproblem.walk.subtrees = subtrees_.data() + first_depth;
    subproblem.walk.nodes = nodes_;
    subproblem.walk.large_subtree = least_worth(table);
    subproblem.walk.open(0, smallest, table.items());
    ++subproblems_in_use_;
}

// What there is on the way to the current node, from the root on; true from `action` ends it.
template <class Action>
void LaneSearch::each_frame(Action action) const {
    for (std::size_t k = 0; k < subproblems_in_use_; ++k) {
        Subproblem& subproblem = *subproblems_[k];
        const bool is_last = k + 1 == subproblems_in_use_;
        for (Index at = 0; at <= subproblem.walk.depth; ++at)
            if (action(subproblem, at, is_last && at == subproblem.walk.depth)) return;
    }
}

double LaneSearch::share() const {
    if (is_done_) return 0;
    double share = 0, branch = 1;
    each_frame([&](const Subproblem& subproblem, Index at, bool) {
        const Frame& frame = subproblem.room.frames[at];
        const Block* array = subproblem.walk.array(at);
        branch /= subproblem.table().size(array, frame.place);
        share += branch * rest_of(subproblem.table(), array, frame);
        return false;
    });
    return is_empty_cover_due_ ? 1 : share;
}

Position LaneSearch::position() const {
    Position position{{}, is_done_};
    if (is_done_) return position;
    each_frame([&](const Subproblem& subproblem, Index at, bool is_current) {
        const LaneTable& table = subproblem.table();
        const Frame& frame = subproblem.room.frames[at];
        const Block* array = subproblem.walk.array(at);
        if (is_current && rest_of(table, array, frame) == table.size(array, frame.place)) return true;
        position.way.push_back({table.item(frame.place), table.option(frame.row)});
        position.is_last_done = is_current;
        return false;
    });
    return position;
}

std::optional<GuidingPath> LaneSearch::split() {
    if (is_done_) return std::nullopt;
    std::optional<GuidingPath> rest;
    GuidingPath way{{}, 1};
    each_frame([&](Subproblem& subproblem, Index at, bool is_current) {
        Frame& frame = subproblem.room.frames[at];
        const Block* array = subproblem.walk.array(at);
        if (is_current) return true;
        way.path.push_back(subproblem.table().option(frame.row));
        way.share /= subproblem.table().size(array, frame.place);
        if (!has_rest(subproblem.table(), array, frame)) return false;
        way.share *= rest_of(subproblem.table(), array, frame);
        rest = std::move(way);
        close(subproblem.table(), frame);
        return true;
    });
    return rest;
}

void LaneSearch::enter(const GuidingPath& rest) {
    require(!rest.path.empty(), "a path has at least one branch");
    require(root_ != nullptr, "a path leads into a tree that has no node");
    is_done_ = true;  // after an exception, it has nothing
    is_empty_cover_due_ = false;
    subproblems_in_use_ = 0;
    enter_root();
    for (std::size_t k = 0; k + 1 < rest.path.size(); ++k) follow(rest.path[k]);
    if (rest.path.size() > 1 && is_worth_a_table(subproblem())) replace_node(subproblem());
    Walk& walk = subproblem().walk;
    skip(walk, subproblem().table(), walk.frames[walk.depth], rest.path.back());
    is_done_ = false;
}

// One step down with the table of the root; the other branches are not for this search.
void LaneSearch::follow(Index option) {
    const LaneTable& table = subproblem().table();
    Walk& walk = subproblem().walk;
    Frame& frame = walk.frames[walk.depth];
    close(table, frame);
    require(has_branch(walk, table, frame.place, option), "a path takes a branch that its node does not have");
    frame.row = table.row(option);
    const Block *from = walk.array(walk.depth), *row = walk.rows + std::size_t{frame.row} * walk.blocks;
    Block* to = walk.array(walk.depth + 1);
    for (Index block = 0; block < walk.blocks; ++block)
        for (int word = 0; word < 8; ++word) to[block].words[word] = from[block].words[word] & ~row[block].words[word];
    Index best = kNone, least = kNone, feasible = 0;
    for (Index rank = 0; rank < table.items(); ++rank) {
        const Index size = table.size(to, table.place_of_rank(rank));
        feasible += size > 0;
        if (size > 0 && size < least) best = rank, least = size;
    }
    require(best != kNone, "a path goes on behind a solution");
    require(feasible == frame.left - walk.covers[frame.row], "a path goes on where an item has no option left");
    walk.rank = best;
    walk.open(walk.depth + 1, best, frame.left - walk.covers[frame.row]);
}

void LaneSearch::record() {
    for (std::size_t k = 0; k < subproblems_in_use_; ++k)
        for (Index depth = 0; depth < subproblems_[k]->walk.depth + 1; ++depth)
            covers_.options.push_back(subproblems_[k]->table().option(subproblems_[k]->walk.frames[depth].row));
    covers_.close();
}

}  // namespace excover::lanes
