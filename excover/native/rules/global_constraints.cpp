#include "rules/global_constraints.hpp"

namespace excover::rules {

namespace {

// Whether `starts` divides `members` among so many, and each of them is less than `end`.
bool divides(const std::vector<Index>& starts, const std::vector<Index>& members, std::size_t count, std::size_t end) {
    return starts.size() == count + 1 && starts.front() == 0 && starts.back() == members.size() &&
           std::ranges::is_sorted(starts) && std::ranges::all_of(members, [&](Index member) { return member < end; });
}

}  // namespace

GlobalConstraints::Graph::Graph(const Problem& problem, const GlobalConstraint& constraint)
    : has_lines_(constraint.has_lines),
      starts_(constraint.starts),
      marks_(constraint.places),
      ends_(constraint.ends),
      areas_(constraint.areas) {
    if (constraint.near_starts.empty())
        throw InvalidProblem("a global constraint has neighbors, or none, for each of its places");
    const std::size_t places = constraint.near_starts.size() - 1;
    if (!divides(constraint.near_starts, constraint.near, places, places))
        throw InvalidProblem("a global constraint has neighbors that do not exist");
    if (!divides(starts_, marks_, problem.options(), places))
        throw InvalidProblem("a global constraint has places or options that do not exist");
    for (Index option = 0; has_lines_ && option < problem.options(); ++option)
        if (marked(option).size() % 2 != 0) throw InvalidProblem("a line has two ends");
    for (const Area& area : areas_)
        if (area.start >= places ||
            (area.option != kNone &&
             (area.option >= problem.options() || std::ranges::count(marked(area.option), area.start) == 0)))
            throw InvalidProblem("an area begins at a place of its option");
    if (has_lines_ && !areas_.empty()) throw InvalidProblem("lines have no areas");
    if (!ends_.empty() && (!has_lines_ || ends_.size() != places))
        throw InvalidProblem("paths have a label, or none, for each of their places");
    for (const Index label : ends_) {
        if (label == kNone) continue;
        if (label >= places) throw InvalidProblem("labels are less than the number of places");
        labels_ = std::max(labels_, label + 1);
    }
    for (Index place = 0; place < places; ++place)
        for (Index k = constraint.near_starts[place]; k < constraint.near_starts[place + 1]; ++k) {
            const auto begin = constraint.near.begin() + constraint.near_starts[constraint.near[k]];
            const auto end = constraint.near.begin() + constraint.near_starts[constraint.near[k] + 1];
            if (std::find(begin, end, place) == end) throw InvalidProblem("neighbors are each other's");
        }
    markers_ = {places, [&](auto take) {
                    for (Index option = 0; option < problem.options(); ++option)
                        for (const Index place : marked(option)) take(place, option);
                }};
    const auto each_line = [&](auto take) {
        for (Index option = 0; option < problem.options(); ++option) {
            const auto ends = marked(option);
            for (std::size_t k = 0; k < ends.size(); k += 2) {
                take(ends[k], Way{ends[k + 1], option});
                take(ends[k + 1], Way{ends[k], option});
            }
        }
    };
    const auto each_neighbor = [&](auto take) {
        for (Index place = 0; place < places; ++place)
            for (Index k = constraint.near_starts[place]; k < constraint.near_starts[place + 1]; ++k)
                take(place, Way{constraint.near[k], kNone});
    };
    ways_ = has_lines_ ? Lists<Way>(places, each_line) : Lists<Way>(places, each_neighbor);
}

GlobalConstraints::GlobalConstraints(const Problem& problem, const std::vector<GlobalConstraint>& global_constraints) {
    for (const GlobalConstraint& constraint : global_constraints) graphs_.emplace_back(problem, constraint);
}

Index GlobalConstraints::places() const {
    Index most = 0;
    for (const Graph& graph : graphs_) most = std::max(most, graph.places());
    return most;
}

GlobalPropagator::GlobalPropagator(const GlobalConstraints& global_constraints, Index options)
    : global_constraints_(global_constraints), chosen_(options), walk_(global_constraints.places()) {
    for (const GlobalConstraints::Graph& graph : global_constraints.graphs()) {
        states_.push_back({std::vector<Index>(graph.places()), std::vector<std::uint32_t>(graph.places()), {}});
        states_.back().waiting.reserve(graph.places());
        is_odd_.resize(std::max<std::size_t>(is_odd_.size(), graph.labels()));
    }
}

void GlobalPropagator::change(Index option, bool is_chosen) {
    chosen_[option] = is_chosen;
    for (std::size_t k = 0; k < states_.size(); ++k) {
        State& state = states_[k];
        for (const Index place : global_constraints_.graphs()[k].marked(option))
            if (is_chosen)
                state.marked += state.times[place]++ == 0;
            else
                state.marked -= --state.times[place] == 0;
    }
}

Index GlobalPropagator::first_marked(const State& state) {
    return static_cast<Index>(std::ranges::find_if(state.times, [](Index times) { return times > 0; }) -
                              state.times.begin());
}

void GlobalPropagator::begin_look(State& state) {
    if (++state.look != 0) return;
    std::ranges::fill(state.seen, 0);  // after 2^32 looks
    state.look = 1;
}

bool GlobalPropagator::hold() {
    for (std::size_t k = 0; k < states_.size(); ++k)
        if (global_constraints_.graphs()[k].is_loop() && states_[k].marked == 0) return false;
    return are_possible([](Index) { return false; });
}

}  // namespace excover::rules
