// The rest of a model after some options were chosen and others ruled out.
//
// Every change is on a trail and can be taken back. The options that are still open are a sparse set (P. Briggs and
// L. Torczon 1993), so that a bound passes over them alone.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "cost/cost_model.hpp"

namespace excover::cost {

class PropagationState {
public:
    explicit PropagationState(const CostModel& model);  // which must outlive it

    bool is_possible() const { return possible_; }

    std::span<const Index> open() const { return {order_.data(), order_.size() - closed_}; }
    bool is_open(Index option) const { return place_[option] < order_.size() - closed_; }
    // The options chosen, in that order, and what they cost.
    std::span<const Index> chosen() const { return chosen_; }
    Cost spent() const { return spent_; }

    Index degree(Index item) const { return degree_[item]; }
    // How many options an item still needs, and how many it may have, no more than are open.
    Index need(Index item) const { return model_.lower(item) > tally_[item] ? model_.lower(item) - tally_[item] : 0; }
    Index room(Index item) const { return std::min(model_.upper(item) - tally_[item], degree_[item]); }

    // What the further options of a row may weigh at most, and what is left of that if all open options of negative
    // weight are chosen: below 0, there is no solution.
    Weight left(Index row) const { return left_[row]; }
    Weight slack(Index row) const { return left_[row] - negative_[row]; }
    // No further options weigh more, whichever are chosen.
    Weight most(Index row) const { return std::min(left_[row], positive_[row]); }
    // A row whose sum is still too large; kNone if there is none.
    Index overdrawn() const;

    // Each is about an open option, and false if some item then cannot be covered any more. propagate() then draws the
    // consequences.
    bool choose(Index option);
    bool rule_out(Index option);

    // Makes the next propagate() look at every item.
    void tighten_all();
    // Chooses what has to be chosen, and rules out what has become too heavy, until nothing follows any more; false if
    // some item cannot be covered, or some sum is too large.
    bool propagate();

    struct Mark {
        std::size_t chosen;
        Index closed;
    };
    Mark mark() const { return {chosen_.size(), closed_}; }
    void restore(const Mark& mark);
    // The options chosen or ruled out up to a mark.
    std::span<const Index> closed(const Mark& mark) const {
        return {order_.data() + order_.size() - mark.closed, mark.closed};
    }

    // How often an option was taken from an item so far (Knuth's "updates").
    std::uint64_t updates() const { return updates_; }
    // Options of rows looked at so far, most of which stay as they are.
    std::uint64_t looks() const { return looks_; }

private:
    void close(Index option);
    void note(Index item);
    bool fill(Index option);
    bool paint(Index option);
    bool use_all(Index item);
    void note_row(Index row);
    bool ease(Index row);

    const CostModel& model_;
    std::vector<Index> order_, place_;  // open options first; where each option is
    Index closed_ = 0;
    std::vector<Index> chosen_;
    std::vector<Index> degree_;  // of an item: its open options
    std::vector<Index> tally_;  // of an item: its chosen options
    std::vector<Index> painter_;  // of a colored item: the option that gave it its color
    std::vector<Index> tight_;  // items that may need all their open options
    std::vector<Weight> left_, negative_, positive_;  // of a row; the weights of its open options, by their sign
    std::vector<Index> strained_;  // rows that may not bear all their open options
    Cost spent_ = 0;
    std::uint64_t updates_ = 0, looks_ = 0;
    bool possible_ = true;
};

}  // namespace excover::cost
