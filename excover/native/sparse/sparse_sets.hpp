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
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"

namespace excover::sparse {

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

}  // namespace excover::sparse
