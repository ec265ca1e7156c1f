#include "sparse/sparse_search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "core/problem.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable sparse_cover, sparse_node_work, sparse_watch;
}

namespace excover::sparse {

namespace {

Index minus_or_zero(Index a, Index b) { return a > b ? a - b : 0; }

}  // namespace

SparseSearch::SparseSearch(const Problem& problem, bool keep_covers, Mode mode,
                           std::shared_ptr<const rules::LinearConstraints> rows,
                           std::shared_ptr<const rules::GlobalConstraints> global_constraints)
    : TreeSearch(keep_covers),
      problem_(problem),
      mode_(mode),
      rows_(std::move(rows)),
      global_constraints_(std::move(global_constraints)),
      failures_(problem.items()),
      last_choices_(problem),
      sets_(problem),
      room_(problem.items()),
      colored_at_(problem.items()),
      active_((problem.items() + std::size_t{63}) / 64),
      lacks_(problem.items()) {
    // Every level decides an option or exhausts an item, so that run() never grows the stack.
    levels_.reserve(std::size_t{problem.options()} + problem.items());
    if (rows_) linear_propagator_.emplace(*rows_, problem.options());
    if (global_constraints_) global_propagator_.emplace(*global_constraints_, problem.options());
    phase_ = start() ? Phase::enter : Phase::done;
}

// Sets up the root; false if some item cannot get the options it needs.
bool SparseSearch::start() {
    bool possible = true;
    for (Index item = 0; item < problem_.items(); ++item) {
        if (problem_.is_colored(item)) continue;
        room_[item] = problem_.upper(item);
        if (problem_.is_primary(item) && room_[item] > 0) set_active(item);
        possible = possible && problem_.lower(item) <= sets_.alive(item).size();
    }
    if (!possible) return false;
    for (Index item = 0; item < problem_.items(); ++item)
        if (!problem_.is_colored(item)) update_need(item);
    for (Index item = 0; item < problem_.items(); ++item)
        if (!problem_.is_colored(item) && room_[item] == 0 && !sets_.hide_all(item)) return false;
    return !linear_propagator_ ||
           (linear_propagator_->hide_takers([&](Index option) { return hide_if_alive(option); }) && narrow(kNone));
}

// Hides what would raise a sum above its bound, in the rows of the option chosen last, or in all.
bool SparseSearch::narrow(Index chosen) {
    const auto is_decided = [&](Index item) { return room_[item] == 0; };
    const auto is_open = [&](Index option) { return is_alive(option); };
    const auto hide = [&](Index option) { return sets_.hide(option); };
    return chosen == kNone ? linear_propagator_->narrow(is_decided, is_open, hide)
                           : linear_propagator_->narrow(chosen, is_decided, is_open, hide);
}

Stop SparseSearch::run(const Allowance& allowance) {
    const std::uint64_t last_solution = saturated_sum(solutions_, allowance.solutions);
    const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
    Watch watch(allowance.seconds, tuning::sparse_watch);
    while (phase_ != Phase::done) {
        if (solutions_ >= last_solution) return Stop::solutions;
        if (nodes_ >= last_node) return Stop::nodes;
        if (watch.is_over(work())) return Stop::time;
        phase_ == Phase::enter ? enter() : advance();
    }
    return Stop::exhausted;
}

std::uint64_t SparseSearch::work() const {
    return sets_.updates() + nodes_ * (tuning::sparse_node_work + problem_.items());
}

// A new node: a solution if nothing is left to branch on.
void SparseSearch::enter() {
    const Index item = pick();
    if (item == kNone) {
        record();
        phase_ = Phase::advance;
    } else {
        open(item);
        take_branch(levels_.back());
    }
}

// The node that branches on an item.
void SparseSearch::open(Index item) {
    const Index branches = sets_.degree(item);
    const bool covered = is_worth_covering(item);
    levels_.push_back({item, kNone, sets_.mark(), 0, branches, branches});
    if (covered) cover_item(levels_.back());
}

// Below so many options, hiding them again for each branch is cheaper than to cover the item. In a search for a
// first solution it matters which item is wiped out first; there, no node does that.
bool SparseSearch::is_worth_covering(Index item) const {
    const auto options = sets_.alive(item).size();
    return mode_ == Mode::listing && options >= tuning::sparse_cover && room_[item] == 1 &&
           sets_.degree(item) == options;
}

void SparseSearch::cover_item(Level& level) {
    sets_.hide_in_order(level.item);
    for (Index item = 0; item < problem_.items(); ++item) level.wiped_out += sets_.is_wiped_out(item);
    level.lasting = lasting_branches(level);
}

// An item that is n options short needs n of those of the node: rejecting the n-th from the end wipes it out.
Index SparseSearch::lasting_branches(const Level& level) {
    for (Index item = 0; item < problem_.items(); ++item) lacks_[item] = sets_.lack(item);
    Index lasting = level.branches;
    for (Index k = level.branches; k-- > 0;) {
        const Index option = sets_.option_of(sets_.lined_up(level.item, k));
        for (const Index e : problem_.entries(option))
            if (Index& lack = lacks_[problem_.item(e)]; lack > 0 && --lack == 0) lasting = k + 1;
    }
    std::ranges::fill(lacks_, 0);
    return lasting;
}

// The next branch of the innermost node, or the end of that node.
void SparseSearch::advance() {
    if (levels_.size() == first_level_) {
        phase_ = Phase::done;
    } else if (is_learning() && failures_.are_too_many()) {
        begin_anew();
    } else if (reject_branch(levels_.back())) {
        take_branch(levels_.back());
    } else {
        sets_.restore(levels_.back().opened);
        levels_.pop_back();
    }
}

// Restarts at the root, with the new weights.
void SparseSearch::begin_anew() {
    back_to_root();
    failures_.begin_anew();
    phase_ = Phase::enter;
}

void SparseSearch::back_to_root() {
    for (; !levels_.empty(); levels_.pop_back()) {
        const Level& level = levels_.back();
        sets_.restore(level.chosen);
        if (level.entry != kNone) retract(level.entry);
        sets_.restore(level.opened);
    }
}

double SparseSearch::share() const {
    if (phase_ == Phase::done) return 0;
    double share = 0, branch = 1;
    for (std::size_t k = 0; k < levels_.size(); ++k) {
        branch /= levels_[k].branches;
        if (k >= first_level_) share += branch * levels_[k].rest;
    }
    return phase_ == Phase::enter ? share + branch : share;
}

Position SparseSearch::position() const {
    Position position{{}, phase_ != Phase::enter};
    for (const Level& level : levels_)
        position.way.push_back({level.item, level.entry == kNone ? kNone : sets_.option_of(level.entry)});
    return position;
}

std::unique_ptr<TreeSearch> SparseSearch::sibling() const {
    EXCOVER_CHECK(mode_ == Mode::listing);
    auto other = std::make_unique<SparseSearch>(problem_, keep_covers_, mode_, rows_, global_constraints_);
    other->nodes_ = 0;
    other->phase_ = Phase::done;
    return other;
}

std::optional<GuidingPath> SparseSearch::split() {
    if (mode_ != Mode::listing) throw std::logic_error("a search for a first solution gives nothing away");
    if (phase_ == Phase::done) return std::nullopt;
    std::optional<GuidingPath> rest;
    GuidingPath way{{}, 1};
    for (std::size_t k = 0; !rest && k + 1 < levels_.size(); ++k) {
        const Level& level = levels_[k];
        way.path.push_back(level.entry == kNone ? kNone : sets_.option_of(level.entry));
        way.share /= level.branches;
        if (k < first_level_ || level.rest == 0) continue;
        way.share *= level.rest;
        rest = std::move(way);
        first_level_ = k + 1;
    }
    return rest;
}

void SparseSearch::enter(const GuidingPath& rest) {
    if (mode_ != Mode::listing) throw std::logic_error("a search for a first solution takes no part of another one");
    require(!rest.path.empty(), "a path has at least one branch");
    phase_ = Phase::done;  // after an exception, it has nothing
    const std::uint64_t before = sets_.updates();
    back_to_root();
    first_level_ = 0;
    for (std::size_t k = 0; k < rest.path.size(); ++k) follow(rest.path[k], k + 1 == rest.path.size());
    first_level_ = rest.path.size() - 1;
    updates_on_the_way_ += sets_.updates() - before;
    phase_ = Phase::advance;
}

// One step down, past the branches before the one that chooses an option. The last branch of a path may lead nowhere.
void SparseSearch::follow(Index option, bool is_last) {
    const Index item = pick();
    require(item != kNone, "a path goes on behind a solution");
    open(item);
    Level& level = levels_.back();
    level.chosen = sets_.mark();
    Index entry = kNone;
    for (bool feasible = true;;) {
        require(feasible && level.rest > 0, "a path takes a branch that its node does not have");
        entry = next_entry(level);
        --level.rest;
        if (entry == kNone || sets_.option_of(entry) == option) break;
        feasible = level.is_covered() || sets_.hide(sets_.option_of(entry));
    }
    require((entry == kNone) == (option == kNone), "a path takes a branch that its node does not have");
    level.entry = entry;
    level.chosen = sets_.mark();
    require(entry == kNone || choose(entry, &level) || is_last, "a path goes on where an item has no option left");
}

std::vector<Weight> SparseSearch::least_sums() const {
    std::vector<Weight> least;
    for (Index row = 0; rows_ && row < rows_->size(); ++row) least.push_back(rows_->least(row));
    return least;
}

// The active item of least degree that still has options, the first of several; kNone if there is none.
Index SparseSearch::pick() {
    const bool weighted = is_weighted();
    Index best = kNone, least = kNone;
    for (std::size_t word = 0; word < active_.size(); ++word)
        for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1) {
            const Index item = static_cast<Index>(word * 64) + static_cast<Index>(std::countr_zero(bits));
            const Index degree = sets_.degree(item);
            if (sets_.alive(item).empty()) continue;
            if (best != kNone && degree > 1 &&
                !(weighted ? failures_.is_more_urgent(item, degree, best, least) : degree < least))
                continue;
            best = item;
            least = degree;
            if (degree == 1) return best;
        }
    return best;
}

void SparseSearch::take_branch(Level& level) {
    ++nodes_;
    EXCOVER_ASSERT(level.rest > 0);
    level.chosen = sets_.mark();
    level.entry = next_entry(level);
    --level.rest;
    if (is_learning() && level.entry != kNone) last_choices_.note(sets_.option_of(level.entry));
    if (profile_.size() <= levels_.size()) profile_.resize(levels_.size() + 1);
    ++profile_[levels_.size()];
    if (level.entry == kNone || choose(level.entry, &level)) {
        phase_ = Phase::enter;
    } else {
        phase_ = Phase::advance;
        if (is_learning()) failures_.note(sets_.last_wiped_out());
    }
}

// The option to try next: in a listing the first, else the one of last time; kNone if there is none.
Index SparseSearch::next_entry(const Level& level) const {
    if (level.is_covered()) return sets_.lined_up(level.item, level.branches - level.rest);
    if (!is_weighted()) return sets_.first_alive(level.item);
    const Index last = last_choices_.entry(level.item);
    return last != kNone && sets_.is_alive(last) ? last : sets_.any_alive(level.item);
}

// Undoes the branch taken and rejects its option; false if that leaves nothing to try.
bool SparseSearch::reject_branch(const Level& level) {
    if (level.entry == kNone) return false;
    sets_.restore(level.chosen);
    retract(level.entry);
    if (level.is_covered()) return level.branches - level.rest < level.lasting;
    return sets_.degree(level.item) > 1 && sets_.hide(sets_.option_of(level.entry));
}

// Chooses an option, which is alive unless the node covers its item, and hides all that it excludes; false as soon as
// some item is wiped out.
bool SparseSearch::choose(Index entry, const Level* node) {
    const bool covered = node != nullptr && node->is_covered();
    const Index option = sets_.option_of(entry);
    depth_ = std::max<std::uint64_t>(depth_, ++chosen_);
    const bool feasible = !covered || covers_wiped_out(option, *node);
    const bool allowed = !linear_propagator_ || linear_propagator_->choose(option);
    if (global_propagator_) global_propagator_->choose(option);
    // All needs first: the removals below are judged by what is needed besides this option.
    for (const Index e : problem_.entries(option)) {
        const Index item = problem_.item(e);
        if (problem_.is_colored(item)) continue;
        EXCOVER_ASSERT(room_[item] > 0);
        --room_[item];
        update_need(item);
    }
    if (!feasible || !allowed || (!covered && !sets_.hide(option))) return false;
    // Backwards: what an option names first, such as its piece, tends to have most to hide and to be wiped out last.
    for (Index e = problem_.start(option + 1); e-- > problem_.start(option);)
        if (!settle(e)) return false;
    if (linear_propagator_ &&
        !(linear_propagator_->hide_takers(option, [&](Index other) { return hide_if_alive(other); }) && narrow(option)))
        return false;
    return may_hold_together();
}

// Whether the chosen options can still become what they must be together.
bool SparseSearch::may_hold_together() {
    return !global_propagator_ ||
           global_propagator_->are_possible([&](Index option) { return sets_.is_alive(problem_.start(option)); });
}

// Where the options of a node are all hidden: does an option cover all items that this wipes out, each of them one
// short?
bool SparseSearch::covers_wiped_out(Index option, const Level& node) const {
    Index covered = 0;
    for (const Index e : problem_.entries(option)) covered += sets_.lack(problem_.item(e)) == 1;
    return covered == node.wiped_out;
}

// Hides what an entry of a chosen option excludes: all of a full item, the other colors of a colored one.
bool SparseSearch::settle(Index entry) {
    const Index item = problem_.item(entry);
    if (problem_.is_colored(item)) {
        if (colored_at_[item] != 0) return true;
        colored_at_[item] = chosen_;
        const Index color = problem_.color(entry);
        return sets_.hide_unless(item, [&](Index other) { return problem_.color(other) == color; });
    }
    if (room_[item] > 0) return true;
    set_inactive(item);
    return sets_.hide_all(item);
}

// The inverse of choose(), but for the sets.
void SparseSearch::retract(Index entry) {
    const Index option = sets_.option_of(entry);
    if (linear_propagator_) linear_propagator_->retract(option);
    if (global_propagator_) global_propagator_->retract(option);
    for (const Index e : problem_.entries(option)) {
        const Index item = problem_.item(e);
        if (problem_.is_colored(item)) {
            if (colored_at_[item] == chosen_) colored_at_[item] = 0;
        } else {
            ++room_[item];
            update_need(item);
            if (problem_.is_primary(item)) set_active(item);
        }
    }
    --chosen_;
}

void SparseSearch::update_need(Index item) {
    const Index chosen = problem_.upper(item) - room_[item];
    sets_.set_need(item, minus_or_zero(problem_.lower(item), chosen));
}

// Whether the chosen options alone keep to all bounds and global constraints.
bool SparseSearch::keeps_rules() {
    return (!linear_propagator_ || linear_propagator_->hold()) && (!global_propagator_ || global_propagator_->hold());
}

void SparseSearch::record() {
    if (!keeps_rules()) return;
    if (keep_covers_) {
        covers_.drop_incomplete();
        for (const Level& level : levels_)
            if (level.entry != kNone) covers_.options.push_back(sets_.option_of(level.entry));
        covers_.close();
    }
    ++solutions_;
}

}  // namespace excover::sparse
