#include "sparse/random_walks.hpp"

#include <algorithm>
#include <utility>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable walks_mean_nodes, walks_nodes, walks_trial_nodes, walks_trials, walks_tried;
}

namespace excover::sparse {

namespace {

// Nodes of a search between two looks at the clock.
constexpr std::uint64_t kPiece = 100;

// A number below `bound`, each with the same probability but for 1 in 2^32, as bounds are below 2^32.
// SplitMix64: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
Index below(std::uint64_t& state, Index bound) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return static_cast<Index>(((z ^ (z >> 31)) >> 32) * bound >> 32);
}

}  // namespace

RandomWalks::RandomWalks(const Problem& problem, std::uint64_t seed, bool searching,
                         std::shared_ptr<const rules::LinearConstraints> rows,
                         std::shared_ptr<const rules::GlobalConstraints> global_constraints)
    : tree_(problem, false, Mode::listing, std::move(rows), std::move(global_constraints)),
      options_(problem.options()),
      random_(seed) {
    if (searching) begin_trials(8);
}

Stop RandomWalks::run(std::uint64_t walks, double seconds) {
    Watch watch(seconds, 1);
    const std::uint64_t most = saturated_sum(walks_, walks);
    for (std::uint64_t steps = 0; walks_ < most || tried_ > 0; ++steps) {
        if (steps > 0 && watch.is_over(steps)) return Stop::time;
        go_on();
    }
    return Stop::nodes;
}

void RandomWalks::forget() {
    walks_ = 0;
    solutions_ = 0;
    nodes_.assign(1, 0);
}

// The largest of some numbers of options below which searching is cheap enough is found by trial.
void RandomWalks::begin_trials(Index horizon) {
    tried_ = horizon_ < options_ ? horizon : 0;
    trials_ = 0;
    trial_nodes_ = tree_.nodes();
}

void RandomWalks::end_trial(bool is_as_expected) {
    forget();
    const std::uint64_t trials = tuning::walks_trials;
    if (is_as_expected && ++trials_ < trials) return;
    if (!is_as_expected || tree_.nodes() - trial_nodes_ > trials * tuning::walks_mean_nodes) {
        tried_ = 0;
        return;
    }
    horizon_ = tried_;
    begin_trials(tried_ + tried_ / 4);
}

// Where the rest has more than so many nodes, the walk goes on until half as many options are alive: whether it does
// depends on the node alone, so that the mean is right as before.
void RandomWalks::go_on() {
    if (!walk_) {
        walk_ = Walk{.horizon = std::max(horizon_, tried_)};
        if (tree_.phase_ == SparseSearch::Phase::done) return end_walk();
    }
    if (is_searching_ || alive() <= walk_->horizon) {
        if (search_below()) return end_walk();
        if (is_searching_) return;
        walk_->is_as_expected = false;
        walk_->horizon = alive() / 2;
    } else if (!go_down(tree_.pick(), walk_->weight)) {
        end_walk();
    }
}

void RandomWalks::end_walk() {
    go_back();
    solutions_ += std::exchange(own_solutions_, 0);
    if (nodes_.size() < own_nodes_.size()) nodes_.resize(own_nodes_.size());
    for (std::size_t level = 0; level < own_nodes_.size(); ++level) nodes_[level] += own_nodes_[level];
    own_nodes_.assign(1, 0);
    nodes_[0] = static_cast<double>(++walks_);  // the root
    const bool is_as_expected = walk_->is_as_expected;
    walk_.reset();
    if (tried_ > 0) end_trial(is_as_expected);
}

// Takes a branch of the node that branches on an item; false if the walk ends here.
bool RandomWalks::go_down(Index item, double& weight) {
    if (item == kNone) {
        if (tree_.keeps_rules()) own_solutions_ += weight;
        return false;
    }
    const Index opened = tree_.sets_.mark();
    find_branches(item);
    count_nodes(steps_.size() + 1, weight * static_cast<double>(branches_.size()));
    leave_dead_ends();
    if (branches_.empty()) {
        tree_.sets_.restore(opened);
        return false;
    }
    const Index entry = branches_[below(random_, static_cast<Index>(branches_.size()))].entry;
    tree_.sets_.restore(opened);
    for (const Index before : entries_) {
        if (before == entry) break;
        tree_.sets_.hide(tree_.sets_.option_of(before));
    }
    steps_.push_back({entry, opened, tree_.sets_.mark()});
    weight *= static_cast<double>(branches_.size());
    return entry == kNone || tree_.choose(entry);
}

// All branches that SparseSearch would try, each with the mark of the sets when those before it are rejected;
// the sets are left as they are when the last one is tried.
void RandomWalks::find_branches(Index item) {
    const auto alive = tree_.sets_.alive(item);
    entries_.assign(alive.begin(), alive.end());
    std::sort(entries_.begin(), entries_.end());
    branches_.clear();
    for (const Index entry : entries_) {
        branches_.push_back({entry, tree_.sets_.mark()});
        if (tree_.sets_.degree(item) <= 1 || !tree_.sets_.hide(tree_.sets_.option_of(entry))) return;
    }
    branches_.push_back({kNone, tree_.sets_.mark()});
}

// From the last branch to the first, so that the sets only have to be restored.
void RandomWalks::leave_dead_ends() {
    if (branches_.size() > tuning::walks_tried) return;
    std::size_t kept = branches_.size();
    for (std::size_t k = branches_.size(); k-- > 0;)
        if (!is_dead_end(branches_[k])) branches_[--kept] = branches_[k];
    branches_.erase(branches_.begin(), branches_.begin() + static_cast<std::ptrdiff_t>(kept));
}

bool RandomWalks::is_dead_end(const Branch& branch) {
    if (branch.entry == kNone) return false;
    tree_.sets_.restore(branch.mark);
    const bool lives = tree_.choose(branch.entry);
    tree_.sets_.restore(branch.mark);
    tree_.retract(branch.entry);
    return !lives;
}

// Counts all below the current node, in pieces. False if there is more to search; or if that takes more than so many
// nodes, and nothing is counted.
bool RandomWalks::search_below() {
    const std::uint64_t before = tree_.nodes(), most = tried_ > 0 ? tuning::walks_trial_nodes : tuning::walks_nodes;
    if (!is_searching_) {
        tree_.profile_.assign(1, 0);
        searched_ = found_ = 0;
    }
    const std::uint64_t solutions = tree_.solutions_;
    const Stop stop = tree_.run({UINT64_MAX, std::min<std::uint64_t>(most - searched_, kPiece), 1e18});
    searched_ += tree_.nodes() - before;
    found_ += tree_.solutions_ - solutions;
    is_searching_ = stop == Stop::nodes && searched_ < most;
    if (is_searching_) return false;
    tree_.back_to_root();
    tree_.phase_ = SparseSearch::Phase::enter;
    if (stop != Stop::exhausted) return false;
    own_solutions_ += walk_->weight * static_cast<double>(found_);
    for (std::size_t k = 1; k < tree_.profile_.size(); ++k)
        count_nodes(steps_.size() + k, walk_->weight * static_cast<double>(tree_.profile_[k]));
    return true;
}

void RandomWalks::go_back() {
    for (; !steps_.empty(); steps_.pop_back()) {
        const Step& step = steps_.back();
        tree_.sets_.restore(step.chosen);
        if (step.entry != kNone) tree_.retract(step.entry);
        tree_.sets_.restore(step.opened);
    }
}

void RandomWalks::count_nodes(std::size_t level, double count) {
    if (own_nodes_.size() <= level) own_nodes_.resize(level + 1);
    own_nodes_[level] += count;
}

}  // namespace excover::sparse
