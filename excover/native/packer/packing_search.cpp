#include "packer/packing_search.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/tuning.hpp"
#include "packer/placement_table.hpp"

namespace excover::tuning {
extern Tunable packer_watch;
}

namespace excover::packer {

namespace {

template <Index Words>
class PackingSearch final : public WalkingSearch {
public:
    PackingSearch(const Problem& problem, bool keep_covers)
        : PackingSearch(std::make_shared<const Table>(problem, best_order(problem).items), keep_covers) {
        nodes_ = 1;
        if (table_->is_impossible()) return;
        is_done_ = false;
        is_empty_cover_due_ = table_->levels() == 0;
        if (!is_empty_cover_due_) frames_[0] = frame({});
    }

    std::uint64_t updates() const override { return nodes_; }
    std::uint64_t depth() const override { return deepest_; }

    double share() const override;
    Position position() const override;
    std::unique_ptr<TreeSearch> sibling() const override {
        return std::unique_ptr<TreeSearch>(new PackingSearch(table_, keep_covers_));
    }
    std::optional<GuidingPath> split() override;
    void enter(const GuidingPath& stolen) override;

private:
    using Table = PlacementTable<Words>;

    // A node on the way to the current one.
    struct Frame {
        Mask<Words> covered;
        Index level;
        Index next, end;  // of its candidates: the first that is not tried yet, and the end of those that will be
    };

    // Without a part of the tree.
    PackingSearch(std::shared_ptr<const Table> table, bool keep_covers)
        : WalkingSearch(keep_covers), table_(std::move(table)), frames_(table_->levels() + std::size_t{1}) {
        nodes_ = 0;
        is_done_ = true;
    }

    Frame frame(const Mask<Words>& covered) const {
        const Index level = table_->first_open(covered);
        const auto [begin, end] = table_->candidates(level, covered);
        return {covered, level, begin, end};
    }
    bool fits(const Frame& frame, Index place) const { return !table_->mask(place).meets(frame.covered); }
    Index chosen(const Frame& frame) const { return frame.next - 1; }
    Index fitting(const Frame& frame, Index from, Index to) const;
    Index rest(const Frame& frame) const { return fitting(frame, frame.next, frame.end); }
    Index branches(const Frame& frame) const;

    void walk(std::uint64_t last_node, std::uint64_t last_solution) override;
    void follow(Index option);
    void record(std::uint64_t depth);

    std::shared_ptr<const Table> table_;
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;
    std::uint64_t deepest_ = 0;
};

template <Index Words>
void PackingSearch<Words>::walk(std::uint64_t last_node, std::uint64_t last_solution) {
    if (keep_covers_) covers_.make_room(frames_.size());
    last_node = std::min(last_node, saturated_sum(nodes_, tuning::packer_watch));
    const Table& table = *table_;
    std::uint64_t nodes = nodes_, deepest = deepest_;
    Frame* frame = frames_.data() + depth_;
    Frame at = *frame;  // in registers; its place in the array is behind
    while (nodes < last_node) {
        while (at.next < at.end && table.mask(at.next).meets(at.covered)) ++at.next;
        if (at.next == at.end) {
            frame->next = at.next;
            is_done_ = frame == frames_.data();
            if (is_done_) break;
            at = *--frame;
            continue;
        }
        ++nodes;
        const auto depth = static_cast<std::uint64_t>(frame - frames_.data());
        if (depth >= deepest) deepest = depth + 1;
        const Mask<Words> covered = at.covered.with(table.mask(at.next++));
        if (const Index level = table.first_open(covered); level != kNone) {
            const auto [begin, end] = table.candidates(level, covered);
            if (begin == end) continue;
            frame->next = at.next;
            at = {covered, level, begin, end};
            *++frame = at;
            continue;
        }
        ++solutions_;
        frame->next = at.next;
        if (keep_covers_) record(depth);
        if (solutions_ >= last_solution || (keep_covers_ && !covers_.has_room(frames_.size()))) break;
    }
    frame->next = at.next;
    nodes_ = nodes;
    deepest_ = deepest;
    depth_ = static_cast<std::size_t>(frame - frames_.data());
}

template <Index Words>
Index PackingSearch<Words>::fitting(const Frame& frame, Index from, Index to) const {
    Index number = 0;
    for (Index place = from; place < to; ++place) number += fits(frame, place);
    return number;
}

// Tried or not, this search's or not.
template <Index Words>
Index PackingSearch<Words>::branches(const Frame& frame) const {
    const auto [begin, end] = table_->candidates(frame.level, frame.covered);
    return fitting(frame, begin, end);
}

template <Index Words>
double PackingSearch<Words>::share() const {
    if (is_done_) return 0;
    if (is_empty_cover_due_) return 1;
    double share = 0, branch = 1;
    for (std::size_t at = 0; at <= depth_; ++at) {
        const Index all = branches(frames_[at]);
        if (all == 0) break;
        branch /= all;
        share += branch * rest(frames_[at]);
    }
    return share;
}

template <Index Words>
Position PackingSearch<Words>::position() const {
    Position position{{}, is_done_};
    if (is_done_) return position;
    for (std::size_t at = 0; at <= depth_ && !is_empty_cover_due_; ++at) {
        const Frame& frame = frames_[at];
        const auto begin = table_->candidates(frame.level, frame.covered).begin;
        if (at == depth_ && fitting(frame, begin, frame.next) == 0) break;
        Index place = frame.next;
        while (!fits(frame, --place)) {
        }
        position.way.push_back({table_->item(frame.level), table_->option(place)});
        position.is_last_done = at == depth_;
    }
    return position;
}

template <Index Words>
std::optional<GuidingPath> PackingSearch<Words>::split() {
    if (is_done_ || is_empty_cover_due_) return std::nullopt;
    GuidingPath way{{}, 1};
    for (std::size_t at = 0; at < depth_; ++at) {
        Frame& frame = frames_[at];
        way.path.push_back(table_->option(chosen(frame)));
        way.share /= branches(frame);
        const Index left = rest(frame);
        if (left == 0) continue;
        way.share *= left;
        frame.end = frame.next;
        return way;
    }
    return std::nullopt;
}

template <Index Words>
void PackingSearch<Words>::enter(const GuidingPath& stolen) {
    require(!stolen.path.empty(), "a path has at least one branch");
    require(!table_->is_impossible() && table_->levels() > 0, "a path leads into a tree that has no node");
    is_done_ = true;  // after an exception, it has nothing
    is_empty_cover_due_ = false;
    depth_ = 0;
    frames_[0] = frame({});
    for (std::size_t k = 0; k + 1 < stolen.path.size(); ++k) follow(stolen.path[k]);
    Frame& last = frames_[depth_];
    while (last.next < last.end && table_->option(last.next) <= stolen.path.back()) ++last.next;
    is_done_ = false;
}

// One step down; the other branches are not for this search.
template <Index Words>
void PackingSearch<Words>::follow(Index option) {
    Frame& from = frames_[depth_];
    while (from.next < from.end && table_->option(from.next) != option) ++from.next;
    require(from.next < from.end && fits(from, from.next), "a path takes a branch that its node does not have");
    const Mask<Words> covered = from.covered.with(table_->mask(from.next++));
    from.end = from.next;
    require(table_->first_open(covered) != kNone, "a path goes on behind a solution");
    frames_[++depth_] = frame(covered);
}

template <Index Words>
void PackingSearch<Words>::record(std::uint64_t depth) {
    for (std::size_t at = 0; at <= depth; ++at) covers_.options.push_back(table_->option(chosen(frames_[at])));
    covers_.close();
}

}  // namespace

std::unique_ptr<TreeSearch> packing_search(const Problem& problem, bool keep_covers) {
    require(suits(problem), "a packer needs at most 256 items, none of which is colored or covered several times");
    if (problem.items() <= 64) return std::make_unique<PackingSearch<1>>(problem, keep_covers);
    if (problem.items() <= 128) return std::make_unique<PackingSearch<2>>(problem, keep_covers);
    return std::make_unique<PackingSearch<4>>(problem, keep_covers);
}

}  // namespace excover::packer
