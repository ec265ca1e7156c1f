// The common part of counting and building a diagram: a batch of states is expanded in parts, and the children are put
// into shards, each part and each shard by one thread at a time.
//
// Within a shard everything comes in the order of the states it comes from. So it makes no difference how many parts
// there are, how large a batch is, and how many threads work.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/numbers.hpp"
#include "core/team.hpp"
#include "core/tuning.hpp"
#include "graph/frontier.hpp"
#include "graph/layout.hpp"
#include "graph/state_table.hpp"

namespace excover::tuning {
extern Tunable graph_ahead, graph_few_states;
}

namespace excover::graph {

// A state to go on from, or that was reached.
template <unsigned W>
struct Place {
    State<W> state;
    Index level;
    Index tag;  // what the engine needs to continue from it
};

inline constexpr std::size_t kMostParts = 16;

// The children of some states of a batch; the memory is used again.
template <unsigned W>
struct Part {
    std::array<std::vector<Place<W>>, kShards> children;
    std::vector<const typename Frontier<W>::Choice*> able;
    std::vector<std::uint64_t> spoiled, spoiled_by_child;
    std::uint64_t updates = 0;

    void clear() {
        for (auto& places : children) places.clear();
        updates = 0;
    }

    // Calls visit(choice, child) for every choice that a place leaves and whose child, of whatever level, lacks
    // nothing. The level of the place must be prepared.
    template <class Visit>
    void expand(const Frontier<W>& frontier, const Place<W>& place, const Visit& visit) {
        const auto choices = frontier.choices(place.level);
        const DeadEnds<W>* dead_ends = frontier.dead_ends(place.level);
        able.resize(choices.size() + 1);
        std::size_t number = 0;
        for (const auto& choice : choices) {  // without a branch, which could not be predicted
            able[number] = &choice;
            number += !place.state.intersects(choice.conflict);
        }
        updates += number;
        if (dead_ends != nullptr && number > 0) spoil(*dead_ends, place.state, spoiled);
        for (std::size_t k = 0; k < number; ++k) {
            const auto& choice = *able[k];
            const State<W> after = (place.state | choice.set) + choice.add;
            Place<W> child{after, place.level, place.tag};
            if (!frontier.settle(child.state, child.level)) continue;
            if (dead_ends != nullptr && child.level < frontier.levels()) {
                const bool only_sets = dead_ends->knows_choices() && choice.add.is_empty();
                if (!only_sets) spoil(*dead_ends, after, spoiled_by_child);
                const std::size_t chosen =
                    only_sets ? static_cast<std::size_t>(&choice - choices.data()) : dead_ends->no_choice();
                if (dead_ends->is_dead(only_sets ? spoiled : spoiled_by_child, chosen, child.level, after)) continue;
            }
            visit(choice, child);
        }
    }

    static void spoil(const DeadEnds<W>& dead_ends, const State<W>& state, std::vector<std::uint64_t>& words) {
        words.resize(dead_ends.words());
        dead_ends.spoil(state, words);
    }

    void send(const Place<W>& child) { children[shard_of(hash_of(child.state))].push_back(child); }
};

// Of numbers of so many limbs, one after the other.
inline Number number_at(const std::vector<std::uint64_t>& numbers, std::size_t k, std::size_t limbs) {
    return {numbers.data() + k * limbs, limbs};
}

// Expands the places from `from` to `to`, tagging children with the place that they come from; `total` becomes the
// number of ways, of those that lead to the places, that come to the last level, where nothing is left to cover.
template <unsigned W>
void expand_counted(Part<W>& part, const Frontier<W>& frontier, const std::vector<Place<W>>& places, std::size_t from,
                    std::size_t to, const std::vector<std::uint64_t>& ways, std::size_t limbs,
                    std::vector<std::uint64_t>& total) {
    total.assign(limbs + 1, 0);
    for (std::size_t source = from; source < to; ++source) {
        Place<W> place = places[source];
        place.tag = static_cast<Index>(source);
        part.expand(frontier, place, [&](const auto&, const Place<W>& child) {
            if (child.level == frontier.levels()) {
                add(total, number_at(ways, source, limbs));
            } else {
                part.send(child);
            }
        });
    }
}

template <unsigned W>
class Parts {
public:
    // Some states of a batch, in parts of about the same size: task(part, from, to), counted from the first of them.
    // Their levels are prepared in order: with little memory, that decides which levels have dead ends.
    template <class Task>
    void each(Team& team, Frontier<W>& frontier, std::span<const Place<W>> places, const Task& task) {
        for (const Place<W>& place : places) frontier.prepare(place.level);
        const std::size_t states = places.size();
        used_ = team.threads() == 1 || states < tuning::graph_few_states ? 1 : kMostParts;
        team.each(static_cast<unsigned>(used_), used_ == 1, [&](unsigned k) {
            parts_[k].clear();
            task(k, states * k / used_, states * (k + 1) / used_);
        });
    }

    std::span<Part<W>> used() { return std::span(parts_).first(used_); }
    Part<W>& operator[](std::size_t k) { return parts_[k]; }

    std::size_t children(unsigned shard) const {
        std::size_t sum = 0;
        for (std::size_t k = 0; k < used_; ++k) sum += parts_[k].children[shard].size();
        return sum;
    }

    // Everything for a shard, in order, with prefetch(place) some time before visit(part, place).
    template <class Prefetch, class Visit>
    void deliver(unsigned shard, const Prefetch& prefetch, const Visit& visit) const {
        const std::size_t ahead = tuning::graph_ahead;
        for (std::size_t k = 0; k < used_; ++k) {
            const auto& places = parts_[k].children[shard];
            for (std::size_t c = 0; c < std::min(ahead, places.size()); ++c) prefetch(places[c]);
            for (std::size_t c = 0; c < places.size(); ++c) {
                if (c + ahead < places.size()) prefetch(places[c + ahead]);
                visit(k, places[c]);
            }
        }
    }

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Part<W>& part : parts_)
            for (const auto& places : part.children) sum += places.capacity() * sizeof(Place<W>);
        return sum;
    }

private:
    std::array<Part<W>, kMostParts> parts_;
    std::size_t used_ = 0;
};

// The engine for states of as many words as the layout takes, W or more.
template <template <unsigned> class Engine, class Interface, unsigned W = 1, class... Rest>
std::unique_ptr<Interface> make_engine(const Problem& problem, std::unique_ptr<Layout> layout, Rest&&... rest) {
    if constexpr (W < kMostWords)
        if (layout->words() > W)
            return make_engine<Engine, Interface, W + 1>(problem, std::move(layout), std::forward<Rest>(rest)...);
    return std::make_unique<Engine<W>>(problem, std::move(layout), std::forward<Rest>(rest)...);
}

}  // namespace excover::graph
