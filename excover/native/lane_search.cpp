#include "lane_search.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace excover {

namespace {

// The clock is looked at after about this many passes over a block; a node costs some besides its own.
constexpr std::uint64_t kWorkBetweenLooks = 200'000, kWorkOfNode = 4, kWorkOfTurn = 10;
// What a table costs and when it is thought of, as measured; see is_worth_a_table().
constexpr std::uint64_t kCostOfEntry = 8, kCostOfBlock = 3;
constexpr std::uint64_t kLeastSubtree = 64, kLeastPart = 8, kLetPass = 15;
constexpr std::uint64_t kFarFromOverflow = std::uint64_t{1} << 40;

std::vector<Index> sizes_of(const Problem& problem, const std::vector<Index>& items, const std::vector<Index>& options) {
    std::vector<Index> all(problem.items()), sizes;
    for (const Index option : options)
        for (Index e = problem.start(option); e < problem.start(option + 1); ++e) ++all[problem.item(e)];
    for (const Index item : items) sizes.push_back(all[item]);
    return sizes;
}

}  // namespace

std::vector<Index> possible_options(const Problem& problem) {
    std::vector<Index> options;
    for (Index option = 0; option < problem.options(); ++option) {
        bool possible = true;
        for (Index e = problem.start(option); e < problem.start(option + 1); ++e)
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
    : problem_(problem),
      keep_covers_(keep_covers),
      instructions_(instructions),
      classes_(problem),
      scratch_(problem, classes_) {
    EXCOVER_ASSERT(has_lane_bounds(problem) && has_instructions(instructions));
    left_options_ = possible_options(problem);
    left_items_ = open_items(problem);
    std::uint64_t primary = 0;
    for (Index e = 0; e < problem.entries(); ++e) primary += problem.is_primary(problem.item(e));
    entries_per_primary_ = primary == 0 ? 0 : 16 * std::uint64_t{problem.entries()} / primary;
    is_done_ = !start();
}

// Sets up the root; false if some item has no option.
bool LaneSearch::start() {
    sizes_ = sizes_of(problem_, left_items_, left_options_);
    if (std::ranges::find(sizes_, Index{0}) != sizes_.end()) return false;
    subtrees_.resize(left_items_.size() + 2);
    if (left_items_.empty()) return is_empty_cover_due_ = true;
    enter_stage(static_cast<Index>(std::ranges::min_element(sizes_) - sizes_.begin()), 0);
    return true;
}

Stop LaneSearch::run(const Allowance& allowance) {
    const std::uint64_t last_solution = saturated_sum(solutions_, allowance.solutions);
    const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
    Watch watch(allowance.seconds, 0);
    while (!is_done_) {
        if (solutions_ >= last_solution) return Stop::solutions;
        if (nodes_ >= last_node) return Stop::nodes;
        if (watch.is_over(0)) return Stop::time;
        if (is_empty_cover_due_) {
            if (keep_covers_) record();
            ++solutions_;
            is_done_ = true;
        } else {
            walk_for_a_moment(last_node, last_solution);
        }
    }
    return Stop::exhausted;
}

// Until the next look at the clock.
void LaneSearch::walk_for_a_moment(std::uint64_t last_node, std::uint64_t last_solution) {
    std::uint64_t work = 0;
    while (work < kWorkBetweenLooks && !is_done_ && solutions_ < last_solution && nodes_ < last_node) {
        Stage& stage = this->stage();
        const std::uint64_t before = nodes_, work_of_node = stage.table.blocks() + kWorkOfNode;
        const std::uint64_t pause = saturated_sum(nodes_, kWorkBetweenLooks / work_of_node + 1);
        const Event event = walk_on(stage, std::min(last_node, pause), last_solution);
        work += (nodes_ - before) * work_of_node + kWorkOfTurn;
        if (event == Event::found && keep_covers_) record();
        if (event == Event::closed) is_done_ = --stages_in_use_ == 0;
        if (event == Event::large && is_worth_a_table(stage)) replace_node(stage);
    }
}

Event LaneSearch::walk_on(Stage& stage, std::uint64_t last_node, std::uint64_t last_solution) {
    Walk& walk = stage.walk;
    if (keep_covers_) make_room();
    const std::uint64_t before = nodes_;
    walk.nodes = nodes_;
    walk.solutions = solutions_;
    walk.deepest = 0;
    walk.last_node = last_node;
    walk.last_solution = keep_covers_ ? solutions_ + 1 : last_solution;
    const Event event = stage.walker(walk);
    nodes_ = walk.nodes;
    solutions_ = walk.solutions;
    updates_ += (nodes_ - before) * stage.table.blocks() * 8;
    depth_ = std::max(depth_, stage.first_depth + walk.deepest);
    return event;
}

// A table pays if what it takes to build is less than what the nodes of the subtree save by it.
bool LaneSearch::is_worth_a_table(const Stage& stage) {
    const Walk& walk = stage.walk;
    const LaneTable& table = stage.table;
    const Block* array = walk.array(walk.depth);
    sizes_.clear();
    for (Index place = 0; place < table.items(); ++place) {
        Index size = 0;
        for (Index plane = 0; table.has_plane(place, plane); ++plane)
            size += static_cast<Index>(std::popcount(table.lane(array, place, plane)));
        if (size > 0) sizes_.push_back(size);
    }
    std::ranges::sort(sizes_, std::greater{});
    const std::uint64_t blocks = lay_out_lanes(sizes_).blocks();
    Subtrees& finished = walk.subtrees[walk.depth];
    const std::uint64_t entries = std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
    const std::uint64_t saved = finished.nodes / finished.number * (table.blocks() - blocks);
    const bool is_worth = saved > cost_of_table(entries, blocks);
    if (!is_worth) finished.let_pass = kLetPass;
    return is_worth;
}

// In passes over a block, as measured, and a margin for the uncertainty of the subtree.
std::uint64_t LaneSearch::cost_of_table(std::uint64_t entries, std::uint64_t blocks) const {
    return entries * entries_per_primary_ / 16 * (kCostOfEntry + kCostOfBlock * blocks);
}

// The node just entered goes on with a table of its own.
void LaneSearch::replace_node(Stage& stage) {
    Walk& walk = stage.walk;
    const LaneTable& table = stage.table;
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
        bool is_left = false;
        for (Index plane = 0; !is_left && table.has_plane(place, plane); ++plane)
            is_left = table.lane(array, place, plane) != 0;
        if (rank == walk.rank) smallest = static_cast<Index>(left_items_.size());
        if (is_left) left_items_.push_back(table.item(place));
    }
    EXCOVER_ASSERT(left_items_.size() == walk.spots[walk.depth].left);
    enter_stage(smallest, static_cast<Index>(stage.first_depth + walk.depth));
    --walk.depth;
}

// Not worth a thought: smaller subtrees than that would not pay for a table of an eighth of the options.
std::uint64_t LaneSearch::least_worth(const LaneTable& table) const {
    if (table.blocks() < 2) return UINT64_MAX / kFarFromOverflow;
    const std::uint64_t entries = table.entries() / kLeastPart;
    return std::max(kLeastSubtree, cost_of_table(entries, 1) / (table.blocks() - 1));
}

// The next stage, for the items and options that are left.
void LaneSearch::enter_stage(Index smallest, Index first_depth) {
    if (stages_.size() == stages_in_use_) stages_.push_back(std::make_unique<Stage>());
    Stage& stage = *stages_[stages_in_use_];
    stage.table.build(problem_, classes_, scratch_, left_options_, left_items_);
    stage.spots.resize(stage.table.most_choices() + std::size_t{1});
    stage.first_depth = first_depth;
    stage.walker = walker(instructions_, stage.table.layout().bits);
    stage.walk = walk_over(stage.table, stage.table.arrays());
    stage.walk.spots = stage.spots.data();
    stage.walk.subtrees = subtrees_.data() + first_depth;
    stage.walk.nodes = nodes_;
    stage.walk.large_subtree = least_worth(stage.table);
    stage.walk.open(0, smallest, stage.table.items());
    ++stages_in_use_;
}

// For one cover more, before it is looked for: recording it must not fail.
void LaneSearch::make_room() {
    const std::size_t options = covers_.options.size() + subtrees_.size();
    if (covers_.options.capacity() < options) covers_.options.reserve(2 * options);
    if (covers_.ends.capacity() == covers_.ends.size()) covers_.ends.reserve(2 * covers_.ends.size() + 1);
}

void LaneSearch::record() {
    const auto begin = static_cast<std::ptrdiff_t>(covers_.options.size());
    for (std::size_t k = 0; k < stages_in_use_; ++k)
        for (Index depth = 0; depth < stages_[k]->walk.depth + 1; ++depth)
            covers_.options.push_back(stages_[k]->table.option(stages_[k]->walk.spots[depth].row));
    std::sort(covers_.options.begin() + begin, covers_.options.end());
    covers_.ends.push_back(covers_.options.size());
}

void LaneSearch::clear_covers() {
    covers_.options.clear();
    covers_.ends.clear();
}

}  // namespace excover
