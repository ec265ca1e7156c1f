// All solutions, depth first, with sparse sets.
//
// D. E. Knuth, The Art of Computer Programming 7.2.2.3 and his program SSXCC, for primary and secondary
// items with colors, after an idea of C. Solnon; multiplicities as in his Algorithm M (7.2.2.1, program
// DLX3), except that a solution is a set of options: each is found once.
//
// A node of the tree branches on the active primary item of least degree, the lowest-numbered of several.
// Its options are tried by ascending number; an option that was tried is rejected for the rest of the node,
// and once that wipes out some item the node is done. An item that needs no more options has a last branch,
// none of them. So the tree, the solutions and their order are a function of the problem alone.
//
// The options of an item that may be covered but once more are hidden in any branch, whichever is chosen. Where they
// are many the node covers its item, as those of Knuth's algorithms do: they are hidden once. The tree is the same, and
// each branch costs what it hides besides. Which items rejecting and choosing would wipe out follows from the items
// that are short of options then.
//
// That is the order for listing. A search for a first solution begins like it; after a hundred failures it begins
// anew, again and again, with the items that failed most first and the options that it had chosen
// before (LastChoices), until it has found a solution. From then on it begins no more, so that it finds
// every other solution once.
//
// With bounds on sums (linear_constraints.hpp), options that would break one are hidden as soon as that is known. Where
// all chosen options together must be connected, or one loop (global_constraints.hpp), a branch ends when they can no
// longer be.
//
// The search has an explicit stack: run() continues where the last run() stopped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/engine.hpp"
#include "core/numbers.hpp"
#include "core/problem.hpp"
#include "core/tuning.hpp"
#include "rules/global_constraints.hpp"
#include "rules/linear_constraints.hpp"

namespace excover::tuning {
extern Tunable first_failures, first_failures_again, first_growth;
}

namespace excover::sparse {

// The options that are still alive, as one sparse set an item.
//
// P. Briggs and L. Torczon, "An efficient representation for sparse sets", ACM Letters on Programming
// Languages and Systems 2 (1993) 59-69; for exact cover: C. Solnon, as described by D. E. Knuth, TAOCP 7.2.2.3
// ("dancing cells") and his program SSXCC.
//
// The set of item i is the stretch of `cells_` from base(i) up to end(i). To remove an element is to swap
// it with the last one and to lower the end; so the removed elements stay behind the end, in the order of
// their removal, and raising the end brings them back. An option is alive if it is in the sets of all its
// items; otherwise it is hidden and in none of them.

class SparseSets {
public:
    explicit SparseSets(const Problem& problem)
        : starts_(problem.options() + std::size_t{1}),
          nodes_(problem.entries()),
          option_of_(problem.entries()),
          cells_(problem.entries()),
          sets_(problem.items()),
          bases_(problem.items()),
          hidden_(problem.options()) {
        read_options(problem);
        lay_out_cells();
    }

    // The entries of the alive options of an item, in no particular order.
    std::span<const Index> alive(Index item) const {
        return {cells_.data() + bases_[item], cells_.data() + sets_[item].end};
    }

    // The alive option of an item with the lowest number, by its entry; kNone if there is none.
    Index first_alive(Index item) const {
        Index first = kNone;
        for (const Index entry : alive(item)) first = std::min(first, entry);
        return first;
    }

    // Some alive option of an item, by its entry, wherever the swaps have left it; kNone if there is none.
    Index any_alive(Index item) const { return alive(item).empty() ? kNone : alive(item).front(); }

    bool is_alive(Index entry) const { return nodes_[entry].cell < sets_[nodes_[entry].item].end; }

    Index option_of(Index entry) const { return option_of_[entry]; }

    // How many alive options an item needs; a removal that leaves fewer fails.
    void set_need(Index item, Index need) { sets_[item].floor = bases_[item] + need; }
    bool is_wiped_out(Index item) const { return lack(item) > 0; }

    // The item that the last removal which failed has wiped out.
    Index last_wiped_out() const { return last_wiped_out_; }

    // The branches of an item: its alive options, of which the last `need - 1` are not for rejecting,
    // and one more way if it needs none (Knuth's branching degree in Algorithm M: len + 1 - need).
    Index degree(Index item) const {
        EXCOVER_ASSERT(!is_wiped_out(item));
        return sets_[item].end - sets_[item].floor + 1;
    }

    // Removes an alive option from all its sets; false if that wipes out an item.
    bool hide(Index option) {
        EXCOVER_ASSERT(hidden_size_ < hidden_.size());
        hidden_[hidden_size_++] = option;
        updates_ += starts_[option + 1] - starts_[option];
        bool feasible = true;
        for (Index entry = starts_[option], end = starts_[option + 1]; entry < end; ++entry) feasible &= remove(entry);
        return feasible;
    }

    // Hides the alive options of an item whose entry is not `kept`; false, at once, if that wipes out an item.
    // Backwards, since a removal moves only what was already looked at.
    template <class Predicate>
    bool hide_unless(Index item, Predicate kept) {
        for (Index cell = sets_[item].end, base = bases_[item]; cell-- > base;)
            if (!kept(cells_[cell]) && !hide(option_of_[cells_[cell]])) return false;
        return true;
    }

    bool hide_all(Index item) {
        return hide_unless(item, [](Index) { return false; });
    }

    // Hides all alive options of an item, whatever that wipes out, and leaves them in order: `lined_up` gives them by
    // their entries, until they are restored. That costs their number once, instead of once for every branch.
    void hide_in_order(Index item) {
        const auto begin = cells_.begin() + bases_[item], end = cells_.begin() + sets_[item].end;
        std::sort(begin, end);
        for (auto cell = begin; cell != end; ++cell) nodes_[*cell].cell = static_cast<Index>(cell - cells_.begin());
        for (auto cell = end; cell-- != begin;) hide(option_of_[*cell]);
    }
    Index lined_up(Index item, Index number) const { return cells_[bases_[item] + number]; }

    // How many alive options an item lacks.
    Index lack(Index item) const {
        return sets_[item].floor > sets_[item].end ? sets_[item].floor - sets_[item].end : 0;
    }

    Index mark() const { return hidden_size_; }

    // Brings back every option hidden since `mark`: it is still there, right behind the ends of its sets.
    void restore(Index mark) {
        EXCOVER_ASSERT(mark <= hidden_size_);
        while (hidden_size_ > mark) bring_back(hidden_[--hidden_size_]);
    }

    // How often an option was removed from a set so far (Knuth's "updates").
    std::uint64_t updates() const { return updates_; }

private:
    struct Node {
        Index item, cell;
    };
    struct Set {
        Index end, floor;
    };

    void read_options(const Problem& problem) {
        for (Index option = 0; option <= problem.options(); ++option) starts_[option] = problem.start(option);
        for (Index option = 0; option < problem.options(); ++option)
            for (Index entry = starts_[option]; entry < starts_[option + 1]; ++entry) {
                nodes_[entry].item = problem.item(entry);
                option_of_[entry] = option;
                ++sets_[problem.item(entry)].end;
            }
    }

    void lay_out_cells() {
        Index next = 0;
        for (std::size_t item = 0; item < sets_.size(); ++item) {
            bases_[item] = next;
            next += sets_[item].end;
            sets_[item] = {bases_[item], bases_[item]};
        }
        for (Index entry = 0; entry < nodes_.size(); ++entry) {
            nodes_[entry].cell = sets_[nodes_[entry].item].end++;
            cells_[nodes_[entry].cell] = entry;
        }
    }

    void bring_back(Index option) {
        for (Index entry = starts_[option], end = starts_[option + 1]; entry < end; ++entry)
            ++sets_[nodes_[entry].item].end;
    }

    // Four stores at four places: most of the search's time is spent here.
    bool remove(Index entry) {
        const auto [item, cell] = nodes_[entry];
        Set& set = sets_[item];
        EXCOVER_ASSERT(bases_[item] <= cell && cell < set.end && cells_[cell] == entry);
        const Index last_cell = --set.end;
        const Index last_entry = cells_[last_cell];
        cells_[cell] = last_entry;
        nodes_[last_entry].cell = cell;
        cells_[last_cell] = entry;
        nodes_[entry].cell = last_cell;
        if (last_cell >= set.floor) return true;
        last_wiped_out_ = item;
        return false;
    }

    std::vector<Index> starts_;  // of an option: its first entry
    std::vector<Node> nodes_;  // of an entry: its item, and where it is in the item's set
    std::vector<Index> option_of_;  // of an entry
    std::vector<Index> cells_;  // the sets, of entries
    std::vector<Set> sets_;  // of an item: where its alive options end, and below what it is wiped out
    std::vector<Index> bases_;  // of an item: where its set begins
    std::vector<Index> hidden_;  // the options hidden, in that order
    Index hidden_size_ = 0;
    Index last_wiped_out_ = 0;
    std::uint64_t updates_ = 0;
};

// Statistics of failures in a search for one solution: which items are hard, and when to restart.
//
// F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting systematic search by weighting constraints",
// ECAI 2004: an item that was wiped out often is branched on early. C. P. Gomes, B. Selman and H. Kautz, "Boosting
// combinatorial search through randomization", AAAI 1998: a search that was unlucky in its first choices is best
// begun again; with a limit that grows it stays complete (T. Walsh, "Search in a small world", IJCAI 1999).
// The limits were found by trials on quasigroups with holes.

class Failures {
public:
    explicit Failures(Index items) : weights_(items, 1) {}

    // Nothing is learnt in the first attempt, so that an easy problem gives the first solution of the listing.
    bool is_first_attempt() const { return attempts_ == 0; }

    void note(Index item) {
        ++failures_;
        ++weights_[item];
    }

    // Whether there were too many failures since the last restart.
    bool are_too_many() const { return failures_ >= limit_; }

    void begin_anew() {
        ++attempts_;
        failures_ = 0;
        limit_ = attempts_ == 1 ? tuning::first_failures_again
                                : limit_ + std::max(std::uint64_t{1}, limit_ / tuning::first_growth);
    }

    // Whether an item with this degree is more urgent than another. By degree over weight, equal ones by chance.
    bool is_more_urgent(Index item, Index degree, Index other, Index least) {
        const std::uint64_t a = degree * weights_[other], b = least * weights_[item];
        return a < b || (a == b && random_.next() % 2 == 0);
    }

private:
    std::vector<std::uint64_t> weights_;
    std::uint64_t attempts_ = 0, failures_ = 0, limit_ = tuning::first_failures;
    Xorshift random_;
};

// For a search with restarts: the option by which an item was covered last.
//
// Choosing it again leads the search back to where it was, apart from what it has learnt since: K. Pipatsrisawat and
// A. Darwiche, "A lightweight component caching scheme for satisfiability solvers", SAT 2007 (phase saving).
class LastChoices {
public:
    explicit LastChoices(const Problem& problem) : problem_(problem), entries_(problem.items(), kNone) {}

    void note(Index option) {
        for (const Index e : problem_.entries(option)) entries_[problem_.item(e)] = e;
    }

    // The entry of the item in that option; kNone if it was never covered.
    Index entry(Index item) const { return entries_[item]; }

private:
    const Problem& problem_;
    std::vector<Index> entries_;
};

// What a search is for: all solutions in their order, or soon a first one.
enum class Mode { listing, finding };

class SparseSearch final : public TreeSearch {
public:
    // `problem` must outlive the search. Covers are kept for covers(), or only counted.
    SparseSearch(const Problem& problem, bool keep_covers, Mode mode = Mode::listing,
                 std::shared_ptr<const rules::LinearConstraints> rows = nullptr,
                 std::shared_ptr<const rules::GlobalConstraints> global_constraints = nullptr);

    Stop run(const Allowance& allowance) override;

    std::uint64_t updates() const override { return sets_.updates() - updates_on_the_way_; }
    std::uint64_t depth() const override { return depth_; }  // most options chosen at once

    // Only a listing is shared.
    double share() const override;
    Position position() const override;
    std::unique_ptr<TreeSearch> sibling() const override;
    std::optional<GuidingPath> split() override;
    void enter(const GuidingPath& stolen) override;

    // No solution has a smaller sum, for each row.
    std::vector<Weight> least_sums() const override;

    // The bounds on sums, and what options take of their slacks; null if there are none.
    const rules::LinearConstraints* linear_constraints() const { return rows_.get(); }

    // How many nodes there were at each level of the tree so far, the root's first.
    const std::vector<std::uint64_t>& profile() const { return profile_; }

private:
    friend class RandomWalks;

    // A node of the tree on the way to the current one: the item branched on and the branch taken.
    struct Level {
        Index item;
        Index entry;  // of the item, in the chosen option; kNone in the last branch, which chooses none
        Index opened;  // the mark of the sets when the node was opened
        Index chosen;  // the mark when the branch was taken, after the rejections
        Index branches, rest;  // all there are at most, and those behind the one taken
        // Where the node covers its item: the branches before which rejecting wipes out no item, and the items that are
        // wiped out while all options of its own are hidden. Else 0.
        Index lasting = 0, wiped_out = 0;

        bool is_covered() const { return wiped_out > 0; }
    };
    enum class Phase { enter, advance, done };

    bool start();
    bool is_alive(Index option) const { return sets_.is_alive(problem_.start(option)); }
    bool narrow(Index chosen);
    bool hide_if_alive(Index option) { return !sets_.is_alive(problem_.start(option)) || sets_.hide(option); }
    void enter();
    void advance();
    void begin_anew();
    void back_to_root();
    void follow(Index option, bool is_last);
    void open(Index item);
    bool is_worth_covering(Index item) const;
    void cover_item(Level& level);
    Index lasting_branches(const Level& level);
    Index pick();
    bool is_learning() const { return mode_ == Mode::finding && solutions_ == 0; }
    bool is_weighted() const { return mode_ == Mode::finding && !failures_.is_first_attempt(); }
    void take_branch(Level& level);
    Index next_entry(const Level& level) const;
    bool reject_branch(const Level& level);
    bool choose(Index entry, const Level* node = nullptr);
    bool covers_wiped_out(Index option, const Level& node) const;
    bool settle(Index entry);
    void retract(Index entry);
    bool may_hold_together();
    bool keeps_rules();
    void update_need(Index item);
    void record();
    std::uint64_t work() const;

    void set_active(Index item) { active_[item / 64] |= std::uint64_t{1} << (item % 64); }
    void set_inactive(Index item) { active_[item / 64] &= ~(std::uint64_t{1} << (item % 64)); }

    const Problem& problem_;
    const Mode mode_;
    const std::shared_ptr<const rules::LinearConstraints> rows_;  // null without bounds on sums
    std::optional<rules::LinearPropagator> linear_propagator_;
    const std::shared_ptr<const rules::GlobalConstraints> global_constraints_;  // null without global constraints
    std::optional<rules::GlobalPropagator> global_propagator_;
    Failures failures_;
    LastChoices last_choices_;
    SparseSets sets_;
    std::vector<Index> room_;  // of an item: how many more options it may have
    std::vector<Index> colored_at_;  // of an item: the number of chosen options when it got its color
    std::vector<std::uint64_t> active_;  // bits: the primary items that may still get options
    std::vector<Level> levels_;
    std::vector<Index> lacks_;  // of an item: scratch, zero in between
    std::size_t first_level_ = 0;  // those above it only lead to the piece of the tree that is searched
    Index chosen_ = 0;  // how many levels choose an option
    Phase phase_;
    std::vector<std::uint64_t> profile_{1};
    std::uint64_t depth_ = 0;
    std::uint64_t updates_on_the_way_ = 0;  // to pieces that were given
};

}  // namespace excover::sparse
