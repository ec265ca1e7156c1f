// Which children of the states of a level are dead: some item in reach of the chosen options has no option left. Only
// an optimization, and a frontier search spends most of its time on it, since most children are dead.
//
// For an item, the options left are masks: what a state may have against them. In place of comparing each child with
// each mask, a word holds a bit for each mask of some items. The bits of a state show which masks it meets, so that
// what a state and a choice have against them is put together by `or`, once for a state and once for a choice. An item
// has a field: a bit for each mask, set where the mask is met, and a guard above them, set where the item is covered.
// With all bits but the guard turned over, adding ones to the field carries into the guard if some mask is not met.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"
#include "graph/state_table.hpp"

namespace excover::graph {

// An item that may be left without an option.
template <unsigned W>
struct Demand {
    State<W> own;  // its field in a state, as far as states have one
    std::size_t begin, end;  // its masks: fewest bits first, and none that contains another
    Index from, to;  // the levels of children that need it
};

template <unsigned W>
struct Demands {
    std::vector<Demand<W>> items;
    std::vector<State<W>> masks;
};

template <unsigned W>
class DeadEnds {
public:
    // Of a level whose children are at the next level or later, up to `last`.
    DeadEnds(const Demands<W>& demands, Index level, Index last) : first_(level + 1) {
        const std::vector<Tally> tallies = place(demands);
        spoil_by_bits(demands, tallies);
        ask(demands, tallies, last);
        of_choice_.resize(words());
    }

    // Notes what each choice spoils that sets these bits and adds none, unless that takes more than so many bytes.
    template <class Choices, class Set>
    void note_choices(const Choices& choices, const Set& set, std::uint64_t memory) {
        if (choices.size() + 1 > memory / (sizeof(std::uint64_t) * words())) return;
        none_ = choices.size();
        of_choice_.resize((none_ + 1) * words());
        for (std::size_t k = 0; k < none_; ++k)
            spoil(set(choices[k]), std::span(of_choice_).subspan(k * words(), words()));
    }
    bool knows_choices() const { return none_ > 0; }
    std::size_t no_choice() const { return none_; }

    // How many words `spoil` fills.
    std::size_t words() const { return bits_.size(); }
    std::size_t bytes() const {
        return (bits_.capacity() + sure_.capacity() + of_bit_.capacity() + of_choice_.capacity() + asked_.capacity()) *
                   sizeof(std::uint64_t) +
               row_.capacity() * sizeof(Index) + overflow_.capacity() * sizeof(Overflow) +
               masks_.capacity() * sizeof(State<W>);
    }

    // What a state has against the masks.
    void spoil(const State<W>& state, std::span<std::uint64_t> spoiled) const {
        std::ranges::fill(spoiled, 0);
        for (unsigned w = 0; w < W; ++w)
            for (std::uint64_t left = state.words[w]; left != 0; left &= left - 1) {
                const Index row = row_[64 * w + static_cast<unsigned>(std::countr_zero(left))];
                if (row == kNone) continue;
                const std::uint64_t* more = of_bit_.data() + row * words();
                for (std::size_t k = 0; k < words(); ++k) spoiled[k] |= more[k];
            }
    }

    // Whether a child of a level is dead, given what was spoiled before a choice that only sets bits, or, without a
    // choice, by the child itself. `after` is the child before anything of it is forgotten.
    bool is_dead(std::span<const std::uint64_t> before, std::size_t choice, Index level, const State<W>& after) const {
        EXCOVER_ASSERT(before.size() == words() && choice <= none_);
        EXCOVER_ASSERT(level >= first_ && (level - first_ + 1) * words() <= asked_.size());
        const std::uint64_t* more = of_choice_.data() + choice * words();
        const std::uint64_t* asked = asked_.data() + (level - first_) * words();
        std::uint64_t lacking = 0, doubtful = 0;
        for (std::size_t k = 0; k < words(); ++k) {
            const std::uint64_t lacks = asked[k] & guards_missing(before[k] | more[k], bits_[k]);
            lacking |= lacks & sure_[k];
            doubtful |= lacks;
        }
        return lacking != 0 || (doubtful != 0 && lacks_overflow(before.data(), more, asked, after));
    }

private:
    // The masks of an item for which its field has no room.
    struct Overflow {
        std::size_t word, begin, end;
        std::uint64_t guard;
    };
    static constexpr std::size_t kMostBits = 63;  // and the guard

    struct Tally {
        std::size_t word, shift, bits;

        std::uint64_t guard() const { return std::uint64_t{1} << (shift + bits); }
        std::uint64_t mask() const { return guard() - (std::uint64_t{1} << shift); }
    };

    // The guards of fields in which all masks are met, and which are not covered.
    static std::uint64_t guards_missing(std::uint64_t spoiled, std::uint64_t bits) {
        return ~(((~spoiled & bits) + bits) | spoiled);
    }

    // First fit.
    std::vector<Tally> place(const Demands<W>& demands) {
        std::vector<Tally> tallies;
        std::vector<std::size_t> used;
        for (const Demand<W>& item : demands.items) {
            const std::size_t masks = item.end - item.begin, bits = std::min(masks, kMostBits);
            const auto room = std::ranges::find_if(used, [&](std::size_t each) { return each + bits < 64; });
            const auto word = static_cast<std::size_t>(room - used.begin());
            if (room == used.end()) used.push_back(0);
            tallies.push_back({word, used[word], bits});
            used[word] += bits + 1;
        }
        bits_.resize(used.size());
        sure_.resize(used.size(), ~std::uint64_t{0});
        for (std::size_t k = 0; k < tallies.size(); ++k) {
            const Tally& own = tallies[k];
            bits_[own.word] |= own.mask();
            const Demand<W>& item = demands.items[k];
            if (item.end - item.begin == own.bits) continue;
            sure_[own.word] &= ~own.guard();
            overflow_.push_back({own.word, masks_.size(), 0, own.guard()});
            masks_.insert(masks_.end(), demands.masks.begin() + static_cast<std::ptrdiff_t>(item.begin + own.bits),
                          demands.masks.begin() + static_cast<std::ptrdiff_t>(item.end));
            overflow_.back().end = masks_.size();
        }
        return tallies;
    }

    void spoil_by_bits(const Demands<W>& demands, const std::vector<Tally>& tallies) {
        row_.assign(64 * W, kNone);
        for (std::size_t k = 0; k < tallies.size(); ++k) {
            const Demand<W>& item = demands.items[k];
            const Tally& own = tallies[k];
            each_bit(item.own, own.word, own.guard());
            for (std::size_t b = 0; b < own.bits; ++b)
                each_bit(demands.masks[item.begin + b], own.word, std::uint64_t{1} << (own.shift + b));
        }
    }

    void each_bit(const State<W>& state, std::size_t word, std::uint64_t spoiled) {
        for (unsigned w = 0; w < W; ++w)
            for (std::uint64_t left = state.words[w]; left != 0; left &= left - 1) {
                Index& row = row_[64 * w + static_cast<unsigned>(std::countr_zero(left))];
                if (row == kNone) {
                    row = static_cast<Index>(of_bit_.size() / words());
                    of_bit_.resize(of_bit_.size() + words());
                }
                of_bit_[row * words() + word] |= spoiled;
            }
    }

    void ask(const Demands<W>& demands, const std::vector<Tally>& tallies, Index last) {
        asked_.resize((last + 1 - first_) * words());
        for (std::size_t k = 0; k < tallies.size(); ++k)
            for (Index level = demands.items[k].from; level <= demands.items[k].to; ++level)
                asked_[(level - first_) * words() + tallies[k].word] |= tallies[k].guard();
    }

    bool lacks_overflow(const std::uint64_t* before, const std::uint64_t* more, const std::uint64_t* asked,
                        const State<W>& after) const {
        return std::ranges::any_of(overflow_, [&](const Overflow& rest) {
            const std::uint64_t missing = guards_missing(before[rest.word] | more[rest.word], bits_[rest.word]);
            if ((asked[rest.word] & missing & rest.guard) == 0) return false;
            return std::all_of(masks_.begin() + static_cast<std::ptrdiff_t>(rest.begin),
                               masks_.begin() + static_cast<std::ptrdiff_t>(rest.end),
                               [&](const State<W>& mask) { return after.intersects(mask); });
        });
    }

    Index first_;  // the first level of children
    std::size_t none_ = 0;  // the number of choices that are noted
    std::vector<std::uint64_t> bits_, sure_;  // of a word: all but the guards; those without a rest
    std::vector<Index> row_;  // of a bit of a state, if it spoils anything
    std::vector<std::uint64_t> of_bit_;  // what such a bit spoils,
    std::vector<std::uint64_t> of_choice_;  // a choice, and no choice
    std::vector<std::uint64_t> asked_;  // of a level of children: the guards that must be set
    std::vector<Overflow> overflow_;
    std::vector<State<W>> masks_;  // theirs
};

}  // namespace excover::graph
