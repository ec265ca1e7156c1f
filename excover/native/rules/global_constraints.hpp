// Global constraints: what all chosen options together must be, connected or one closed loop. No item expresses it.
//
// Each option marks places. Connected: from each marked place to each other one, there is a way through marked places
// that are neighbors. A loop: each option has lines, which join two places each; at every place, none or two of the
// chosen lines meet, and together they are one cycle.
//
// A branch of a search leads nowhere if not even all options that are still alive could join what the chosen ones have
// marked. That is looked at after each choice, from the beginning, which takes as long as it takes to look at all
// marks: for the grids of puzzles, a few microseconds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"

namespace excover::rules {

// The places of option o are those from starts[o] up to starts[o + 1]; of a loop, two for each line. The neighbors of
// place p are those from near_starts[p] up to near_starts[p + 1]; a loop has none.
struct GlobalConstraint {
    bool is_loop;
    std::vector<Index> starts, places, near_starts, near;
};

class GlobalConstraints {
public:
    // A way from a place to another: by a line of an option, or, for all options, to a neighbor.
    struct Way {
        Index to, option;
    };

    class Graph {
    public:
        Graph(const Problem& problem, const GlobalConstraint& constraint);

        bool is_loop() const { return is_loop_; }
        Index places() const { return static_cast<Index>(ways_.keys()); }
        std::span<const Index> marked(Index option) const {
            return {marks_.data() + starts_[option], marks_.data() + starts_[option + 1]};
        }
        std::span<const Way> ways(Index place) const { return ways_[place]; }
        // The options that mark a place.
        std::span<const Index> markers(Index place) const { return markers_[place]; }

    private:
        bool is_loop_;
        std::vector<Index> starts_, marks_;
        Lists<Index> markers_;
        Lists<Way> ways_;
    };

    // Throws InvalidProblem if places or options do not exist.
    GlobalConstraints(const Problem& problem, const std::vector<GlobalConstraint>& global_constraints);

    const std::vector<Graph>& graphs() const { return graphs_; }

private:
    std::vector<Graph> graphs_;
};

// What the options chosen so far mark.
class GlobalPropagator {
public:
    GlobalPropagator(const GlobalConstraints& global_constraints, Index options);

    void choose(Index option) { change(option, true); }
    // The inverse of choose().
    void retract(Index option) { change(option, false); }

    // Whether the chosen options alone are what they must be.
    bool hold();

    // False if no choice among the options of which is_alive(option) holds can make them that.
    template <class IsAlive>
    bool are_possible(IsAlive is_alive) {
        for (std::size_t k = 0; k < states_.size(); ++k)
            if (!(global_constraints_.graphs()[k].is_loop() ? may_be_loop(k, is_alive) : may_be_connected(k, is_alive)))
                return false;
        return true;
    }

private:
    struct State {
        std::vector<Index> times;  // of a place: how often it is marked
        std::vector<std::uint32_t> seen;  // of a place: the number of the last look that has reached it
        std::vector<Index> waiting;  // scratch
        Index marked = 0;  // how many places are
        std::uint32_t look = 0;
    };

    void change(Index option, bool is_chosen);
    static Index first_marked(const State& state);

    // Calls leads(place, way) for the ways from each place that is reached from the first marked one: does it lead on?
    // Whether all marked places are reached.
    template <class Leads>
    bool reaches_all(std::size_t number, Leads leads) {
        const GlobalConstraints::Graph& graph = global_constraints_.graphs()[number];
        State& state = states_[number];
        if (state.marked < 2) return true;
        if (++state.look == 0) {  // after 2^32 looks
            std::ranges::fill(state.seen, 0);
            state.look = 1;
        }
        Index left = state.marked - 1;
        const Index first = first_marked(state);
        state.seen[first] = state.look;
        state.waiting.assign(1, first);
        while (!state.waiting.empty()) {
            const Index place = state.waiting.back();
            state.waiting.pop_back();
            for (const GlobalConstraints::Way& way : graph.ways(place)) {
                if (state.seen[way.to] == state.look || !leads(place, way)) continue;
                state.seen[way.to] = state.look;
                if (state.times[way.to] > 0 && --left == 0) return true;
                state.waiting.push_back(way.to);
            }
        }
        return false;
    }

    template <class IsAlive>
    bool may_be_connected(std::size_t number, IsAlive is_alive) {
        const GlobalConstraints::Graph& graph = global_constraints_.graphs()[number];
        const State& state = states_[number];
        return reaches_all(number, [&](Index, const GlobalConstraints::Way& way) {
            return state.times[way.to] > 0 || std::ranges::any_of(graph.markers(way.to), is_alive);
        });
    }

    // No line leads from or to a place where two meet, but those two.
    template <class IsAlive>
    bool may_be_loop(std::size_t number, IsAlive is_alive) {
        const GlobalConstraints::Graph& graph = global_constraints_.graphs()[number];
        const State& state = states_[number];
        const auto is_open = [&](Index place, const GlobalConstraints::Way& way) {
            return state.times[place] < 2 && state.times[way.to] < 2 && is_alive(way.option);
        };
        for (Index place = 0; place < graph.places(); ++place) {
            if (state.times[place] > 2) return false;
            if (state.times[place] != 1) continue;
            if (std::ranges::none_of(graph.ways(place),
                                     [&](const GlobalConstraints::Way& way) { return is_open(place, way); }))
                return false;
        }
        return reaches_all(number, [&](Index place, const GlobalConstraints::Way& way) {
            return chosen_[way.option] || is_open(place, way);
        });
    }

    const GlobalConstraints& global_constraints_;
    std::vector<State> states_;
    std::vector<std::uint8_t> chosen_;  // of an option
};

}  // namespace excover::rules
