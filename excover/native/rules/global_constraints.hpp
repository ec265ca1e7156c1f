// Global constraints: what all chosen options together must be, connected, in areas of some size, one closed loop, or
// paths between places with labels. No item expresses it.
//
// Each option marks places. Connected: from each marked place to each other one, there is a way through marked places
// that are neighbors. Areas: what hangs together in this way has so many places. A loop: each option has lines, which
// join two places each; at every place, none or two of the chosen lines meet, and together they are one cycle. Paths
// are made of lines, too: there is one line at each of their ends, and none or two are at every other place; none of
// them is a cycle, and both ends of a path have the same label.
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
// If there are areas, it is they that are required.
struct Area {
    // What hangs together with the start, which counts if it is marked, has so many places: if the option is chosen,
    // which marks the start, or in any case, if that is kNone. As the most, kNone is any number.
    Index start, option, least, most;
};

struct GlobalConstraint {
    bool has_lines;
    std::vector<Index> starts, places, near_starts, near;
    std::vector<Area> areas = {};
    // Of paths: the label of each place, or kNone where no path ends. Lines without are a loop.
    std::vector<Index> ends = {};
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

        bool has_lines() const { return has_lines_; }
        bool is_loop() const { return has_lines_ && ends_.empty(); }
        std::span<const Index> ends() const { return ends_; }
        // The label of a place where a path ends, or kNone.
        Index end(Index place) const { return ends_.empty() ? kNone : ends_[place]; }
        // How many lines meet at a place, if any do.
        Index lines_at(Index place) const { return end(place) == kNone ? 2 : 1; }
        // More than any label.
        Index labels() const { return labels_; }
        std::span<const Area> areas() const { return areas_; }
        Index places() const { return static_cast<Index>(ways_.keys()); }
        Index options() const { return static_cast<Index>(starts_.size() - 1); }
        std::span<const Index> marked(Index option) const {
            return {marks_.data() + starts_[option], marks_.data() + starts_[option + 1]};
        }
        std::span<const Way> ways(Index place) const { return ways_[place]; }
        // The options that mark a place.
        std::span<const Index> markers(Index place) const { return markers_[place]; }

    private:
        bool has_lines_;
        std::vector<Index> starts_, marks_, ends_;
        Index labels_ = 0;
        std::vector<Area> areas_;
        Lists<Index> markers_;
        Lists<Way> ways_;
    };

    // Throws InvalidProblem if places or options do not exist.
    GlobalConstraints(const Problem& problem, const std::vector<GlobalConstraint>& global_constraints);

    const std::vector<Graph>& graphs() const { return graphs_; }
    // The most that a graph has.
    Index places() const;

private:
    std::vector<Graph> graphs_;
};

// What hangs together with a place.
class AreaWalk {
public:
    explicit AreaWalk(Index places) : seen_(places) {}

    // The number of places of which `is_in` holds that hang together with a start, which counts or not; if there are
    // more than `enough`, some of them.
    template <class IsIn>
    Index count(const GlobalConstraints::Graph& graph, const Area& area, bool counts, Index enough, IsIn is_in) {
        if (++look_ == 0) {  // after 2^32 looks
            std::ranges::fill(seen_, 0);
            look_ = 1;
        }
        places_.assign(1, area.start);
        seen_[area.start] = look_;
        Index found = counts;
        for (std::size_t k = 0; k < places_.size(); ++k)
            for (const GlobalConstraints::Way& way : graph.ways(places_[k])) {
                if (found > enough) return found;
                ++work_;
                if (has(way.to) || !is_in(way.to)) continue;
                seen_[way.to] = look_;
                places_.push_back(way.to);
                ++found;
            }
        return found;
    }

    // Those of the last count, with the start.
    std::span<const Index> places() const { return places_; }
    bool has(Index place) const { return seen_[place] == look_; }
    std::uint64_t work() const { return work_; }

private:
    std::vector<Index> places_;
    std::vector<std::uint32_t> seen_;  // of a place: the last look that saw it
    std::uint32_t look_ = 0;
    std::uint64_t work_ = 0;
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
        for (std::size_t k = 0; k < states_.size(); ++k) {
            const GlobalConstraints::Graph& graph = global_constraints_.graphs()[k];
            if (graph.is_loop()          ? !may_be_loop(k, is_alive)
                : graph.has_lines()      ? !may_be_paths(k, is_alive)
                : !graph.areas().empty() ? !may_have_areas(k, is_alive)
                                         : !may_be_connected(k, is_alive))
                return false;
        }
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
    static void begin_look(State& state);

    // Calls leads(place, way) for the ways from each place that is reached from the first marked one: does it lead on?
    // Whether all marked places are reached.
    template <class Leads>
    bool reaches_all(std::size_t number, Leads leads) {
        const GlobalConstraints::Graph& graph = global_constraints_.graphs()[number];
        State& state = states_[number];
        if (state.marked < 2) return true;
        begin_look(state);
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

    // No area has too many places, or could not get enough.
    template <class IsAlive>
    bool may_have_areas(std::size_t number, IsAlive is_alive) {
        const GlobalConstraints::Graph& graph = global_constraints_.graphs()[number];
        const State& state = states_[number];
        const auto is_marked = [&](Index place) { return state.times[place] > 0; };
        const auto may_be = [&](Index place) {
            return is_marked(place) || std::ranges::any_of(graph.markers(place), is_alive);
        };
        return std::ranges::all_of(graph.areas(), [&](const Area& area) {
            if (area.option != kNone && !chosen_[area.option]) return true;
            return walk_.count(graph, area, is_marked(area.start), area.most, is_marked) <= area.most &&
                   walk_.count(graph, area, may_be(area.start), area.least, may_be) >= area.least;
        });
    }

    // Whether a line may still be chosen: not where enough meet.
    template <class IsAlive>
    bool is_open(std::size_t number, Index place, const GlobalConstraints::Way& way, IsAlive is_alive) const {
        const GlobalConstraints::Graph& graph = global_constraints_.graphs()[number];
        const State& state = states_[number];
        return state.times[place] < graph.lines_at(place) && state.times[way.to] < graph.lines_at(way.to) &&
               is_alive(way.option);
    }

    // Nowhere do too many lines meet, and where there are too few, another one is open.
    template <class IsAlive>
    bool may_meet(std::size_t number, IsAlive is_alive) const {
        const GlobalConstraints::Graph& graph = global_constraints_.graphs()[number];
        const State& state = states_[number];
        for (Index place = 0; place < graph.places(); ++place) {
            const Index times = state.times[place], wanted = graph.lines_at(place);
            if (times > wanted) return false;
            if (times == wanted || (times == 0 && wanted == 2)) continue;
            if (std::ranges::none_of(graph.ways(place), [&](const GlobalConstraints::Way& way) {
                    return is_open(number, place, way, is_alive);
                }))
                return false;
        }
        return true;
    }

    template <class IsAlive>
    bool may_be_loop(std::size_t number, IsAlive is_alive) {
        return may_meet(number, is_alive) && reaches_all(number, [&](Index place, const GlobalConstraints::Way& way) {
                   return chosen_[way.option] || is_open(number, place, way, is_alive);
               });
    }

    // What chosen and open lines join has an even number of ends of each label, and some if a line is chosen.
    template <class IsAlive>
    bool may_be_paths(std::size_t number, IsAlive is_alive) {
        if (!may_meet(number, is_alive)) return false;
        const GlobalConstraints::Graph& graph = global_constraints_.graphs()[number];
        State& state = states_[number];
        begin_look(state);
        for (Index first = 0; first < graph.places(); ++first) {
            if (state.seen[first] == state.look) continue;
            state.seen[first] = state.look;
            state.waiting.assign(1, first);
            Index odd = 0;
            bool has_ends = false;
            for (std::size_t k = 0; k < state.waiting.size(); ++k) {
                const Index place = state.waiting[k];
                if (const Index label = graph.end(place); label != kNone) {
                    has_ends = true;
                    is_odd_[label] ^= 1;
                    odd += is_odd_[label] ? 1 : -1;
                }
                for (const GlobalConstraints::Way& way : graph.ways(place)) {
                    if (state.seen[way.to] == state.look) continue;
                    if (!chosen_[way.option] && !is_open(number, place, way, is_alive)) continue;
                    state.seen[way.to] = state.look;
                    state.waiting.push_back(way.to);
                }
            }
            if (odd > 0) {
                std::ranges::fill(is_odd_, 0);
                return false;
            }
            if (!has_ends && state.times[first] > 0) return false;
        }
        return true;
    }

    const GlobalConstraints& global_constraints_;
    std::vector<State> states_;
    std::vector<std::uint8_t> chosen_;  // of an option
    std::vector<std::uint8_t> is_odd_;  // of a label; scratch
    AreaWalk walk_;
};

}  // namespace excover::rules
