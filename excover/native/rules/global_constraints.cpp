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
    : is_loop_(constraint.is_loop), starts_(constraint.starts), marks_(constraint.places) {
    if (constraint.near_starts.empty())
        throw InvalidProblem("a global constraint has neighbors, or none, for each of its places");
    const std::size_t places = constraint.near_starts.size() - 1;
    if (!divides(constraint.near_starts, constraint.near, places, places))
        throw InvalidProblem("a global constraint has neighbors that do not exist");
    if (!divides(starts_, marks_, problem.options(), places))
        throw InvalidProblem("a global constraint has places or options that do not exist");
    for (Index option = 0; is_loop_ && option < problem.options(); ++option)
        if (marked(option).size() % 2 != 0) throw InvalidProblem("a line has two ends");
    for (Index place = 0; place < places; ++place)
        for (Index k = constraint.near_starts[place]; k < constraint.near_starts[place + 1]; ++k) {
            const auto begin = constraint.near.begin() + constraint.near_starts[constraint.near[k]];
            const auto end = constraint.near.begin() + constraint.near_starts[constraint.near[k] + 1];
            if (std::find(begin, end, place) == end) throw InvalidProblem("neighbors are each other's");
        }
    way_starts_.resize(places + 1);
    find_markers(problem.options());
    find_ways(constraint, problem.options());
}

void GlobalConstraints::Graph::find_markers(Index options) {
    marker_starts_.assign(way_starts_.size(), 0);
    markers_.resize(marks_.size());
    for (const Index place : marks_) ++marker_starts_[place + 1];
    for (std::size_t place = 1; place < marker_starts_.size(); ++place)
        marker_starts_[place] += marker_starts_[place - 1];
    std::vector<Index> next(marker_starts_.begin(), marker_starts_.end() - 1);
    for (Index option = 0; option < options; ++option)
        for (const Index place : marked(option)) markers_[next[place]++] = option;
}

void GlobalConstraints::Graph::find_ways(const GlobalConstraint& constraint, Index options) {
    std::vector<std::vector<Way>> ways(places());
    for (Index place = 0; !is_loop_ && place < places(); ++place)
        for (Index k = constraint.near_starts[place]; k < constraint.near_starts[place + 1]; ++k)
            ways[place].push_back({constraint.near[k], kNone});
    for (Index option = 0; is_loop_ && option < options; ++option) {
        const auto ends = marked(option);
        for (std::size_t k = 0; k < ends.size(); k += 2) {
            ways[ends[k]].push_back({ends[k + 1], option});
            ways[ends[k + 1]].push_back({ends[k], option});
        }
    }
    for (Index place = 0; place < ways.size(); ++place) {
        ways_.insert(ways_.end(), ways[place].begin(), ways[place].end());
        way_starts_[place + 1] = static_cast<Index>(ways_.size());
    }
}

GlobalConstraints::GlobalConstraints(const Problem& problem, const std::vector<GlobalConstraint>& global_constraints) {
    for (const GlobalConstraint& constraint : global_constraints) graphs_.emplace_back(problem, constraint);
}

GlobalPropagator::GlobalPropagator(const GlobalConstraints& global_constraints, Index options)
    : global_constraints_(global_constraints), chosen_(options) {
    for (const GlobalConstraints::Graph& graph : global_constraints.graphs()) {
        states_.push_back({std::vector<Index>(graph.places()), std::vector<std::uint32_t>(graph.places()), {}});
        states_.back().waiting.reserve(graph.places());
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

bool GlobalPropagator::hold() {
    for (std::size_t k = 0; k < states_.size(); ++k)
        if (global_constraints_.graphs()[k].is_loop() && states_[k].marked == 0) return false;
    return are_possible([](Index) { return false; });
}

}  // namespace excover::rules
