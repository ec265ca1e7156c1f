// What follows from the sizes of areas: see Connectivity.
#include <algorithm>

#include "learning/constraints.hpp"

namespace excover::learning {

void Connectivity::begin_areas(const Graph& graph, State& state) {
    areas_at_.emplace_back(graph.places(), [&](auto take) {
        for (Index number = 0; number < graph.areas().size(); ++number) take(graph.areas()[number].start, number);
    });
    Index& reach = reach_.emplace_back(0);
    Index& least = greatest_least_.emplace_back(0);
    if (graph.areas().empty()) return;
    for (const Area& area : graph.areas()) {
        least = std::max(least, std::min(area.least, graph.places()));
        reach = std::max({reach, area.least, std::min(area.most, graph.places())});
    }
    part_sizes_.resize(std::max(part_sizes_.size(), std::size_t{graph.places()}));
    followed_by_.resize(part_sizes_.size());
    state.is_changed.assign(graph.places(), 1);
    for (Index place = 0; place < graph.places(); ++place) state.changed.push_back(place);
}

bool Connectivity::narrow_areas(Assignment& assignment, std::size_t number, std::vector<Literal>& conflict) {
    const Graph& graph = global_constraints_->graphs()[number];
    State& state = states_[number];
    find_near(graph, state, reach_[number]);
    for (const Index place : walked_) part_sizes_[place] = 0;
    for (const Index place : followed_) followed_by_[place] = nullptr;
    walked_.clear();
    followed_.clear();
    for (const Index place : near_) {
        if (areas_at_[number][place].empty()) continue;
        const Index size = state.alive[place] > 0 ? size_of_part(graph, state, place, greatest_least_[number]) : 0;
        for (const Index area : areas_at_[number][place])
            if (!narrow_area(assignment, graph, state, graph.areas()[area], size, conflict)) {
                state.is_new = true;
                return false;
            }
    }
    for (const Index place : state.changed) state.is_changed[place] = 0;
    state.changed.clear();
    return true;
}

// Sets `near_` to the places that are not farther from what has changed than an area reaches.
void Connectivity::find_near(const Graph& graph, const State& state, Index reach) {
    if (look_ > kMostLooks) std::ranges::fill(seen_, look_ = 0);
    look_ += 2;
    near_ = state.changed;
    for (const Index place : near_) seen_[place] = look_;
    std::size_t begin = 0;
    for (Index distance = 0; distance <= reach && begin < near_.size(); ++distance) {
        const std::size_t end = near_.size();
        for (; begin < end; ++begin) {
            if (distance > 0 && state.alive[near_[begin]] == 0) continue;
            for (const auto& [to, _] : graph.ways(near_[begin])) {
                ++near_work_;
                if (seen_[to] == look_) continue;
                seen_[to] = look_;
                near_.push_back(to);
            }
        }
    }
}

// How many places hang together with a place that may be marked, if all that may be are: if more than `most`, any
// number that is more. One walk is for all that hang together.
Index Connectivity::size_of_part(const Graph& graph, const State& state, Index start, Index most) {
    if (part_sizes_[start] > 0) return part_sizes_[start];
    constexpr Index kUnderWay = kNone;
    const std::size_t begin = walked_.size();
    const auto visit = [&](Index place) {
        part_sizes_[place] = kUnderWay;
        walked_.push_back(place);
    };
    visit(start);
    bool is_large = false;
    for (std::size_t k = begin; k < walked_.size() && !is_large; ++k) {
        for (const auto& [to, _] : graph.ways(walked_[k])) {
            ++near_work_;
            if (state.alive[to] == 0 || part_sizes_[to] == kUnderWay) continue;
            if (part_sizes_[to] == 0)
                visit(to);
            else
                is_large = true;  // or that walk would have come here
        }
        is_large = is_large || walked_.size() - begin > most;
    }
    const Index size = is_large ? most + 1 : static_cast<Index>(walked_.size() - begin);
    for (std::size_t k = begin; k < walked_.size(); ++k) part_sizes_[walked_[k]] = size;
    return size;
}

// `part` is the size of the part of what may be marked in which the area begins; or 0 if it does not begin there.
bool Connectivity::narrow_area(Assignment& assignment, const Graph& graph, const State& state, const Area& area,
                               Index part, std::vector<Literal>& conflict) {
    const bool is_of_option = area.option != kNone;
    if (is_of_option && assignment.is_false(chosen(area.option))) return true;
    const bool is_required = !is_of_option || assignment.is_true(chosen(area.option));
    // From each of its marked places, the same follows of an area.
    const Area* const other = followed_by_[area.start];
    if (is_required && other != nullptr && other->least == area.least && other->most == area.most) return true;
    const bool counts = is_of_option || state.chosen[area.start] > 0;
    const auto is_marked = [&](Index place) { return state.chosen[place] > 0; };
    if (walk_.count(graph, area, counts, area.most, is_marked) > area.most) {
        reason_of_size(assignment, graph, state, area);
        return refute(assignment, area, conflict);
    }
    if (is_required && is_marked(area.start)) {
        for (const Index place : walk_.places()) followed_by_[place] = &area;
        followed_.insert(followed_.end(), walk_.places().begin(), walk_.places().end());
    }
    if (part > area.least && !is_required) return true;
    const auto may_be = [&](Index place) { return state.alive[place] > 0; };
    const Index size =
        part > area.least ? part : walk_.count(graph, area, counts || may_be(area.start), area.least, may_be);
    if (size < area.least) {
        reason_of_border(graph, state, area, kNone);
        return refute(assignment, area, conflict);
    }
    if (!is_required) return true;
    if (size == area.least) {
        reason_of_border(graph, state, area, kNone);
        for (const Index place : walk_.places())
            if (may_be(place) && !is_marked(place)) choose_only(assignment, graph, place);
    }
    keep_small(assignment, graph, state, area, counts);
    if (counts || !may_be(area.start)) let_grow(assignment, graph, state, area, counts);
    return true;
}

// The area does not get a place with which it would have too many.
void Connectivity::keep_small(Assignment& assignment, const Graph& graph, const State& state, const Area& area,
                              bool counts) {
    if (area.most >= graph.places()) return;
    border_.clear();
    const auto is_marked = [&](Index place) { return state.chosen[place] > 0; };
    const bool is_full = walk_.count(graph, area, counts, area.most, is_marked) == area.most;
    const auto joins_more = [&](Index place) {
        return std::ranges::any_of(graph.ways(place), [&](const rules::GlobalConstraints::Way& way) {
            return state.chosen[way.to] > 0 && !walk_.has(way.to);
        });
    };
    for (const Index place : walk_.places())
        for (const auto& [to, _] : graph.ways(place))
            if (state.alive[to] > 0 && !walk_.has(to) && (is_full || joins_more(to))) border_.push_back(to);
    for (const Index taken : border_) {
        if (std::ranges::none_of(graph.markers(taken), [&](Index each) { return assignment.is_open(each); })) continue;
        const Index size = walk_.count(graph, area, counts, area.most,
                                       [&](Index place) { return place == taken || is_marked(place); });
        if (size <= area.most) continue;
        reason_of_size(assignment, graph, state, area);
        std::uint32_t cut = kNone;
        for (const Index option : graph.markers(taken))
            if (assignment.is_open(option)) follow(assignment, refused(option), cut);
    }
}

// The area takes the only way on if it has too few places.
void Connectivity::let_grow(Assignment& assignment, const Graph& graph, const State& state, const Area& area,
                            bool counts) {
    const auto is_marked = [&](Index place) { return state.chosen[place] > 0; };
    if (walk_.count(graph, area, counts, area.least, is_marked) >= area.least) return;
    Index only = kNone;
    for (const Index place : walk_.places())
        for (const auto& [to, _] : graph.ways(place)) {
            if (state.alive[to] == 0 || walk_.has(to) || to == only) continue;
            if (only != kNone) return;
            only = to;
        }
    if (only == kNone) return;
    reason_of_border(graph, state, area, only);
    choose_only(assignment, graph, only);
}

// Sets `found_` to why the places of the last walk are in the area: they are marked, but for one that would be.
void Connectivity::reason_of_size(const Assignment& assignment, const Graph& graph, const State& state,
                                  const Area& area) {
    found_.clear();
    if (area.option != kNone) found_.push_back(refused(area.option));
    for (const Index place : walk_.places())
        if (state.chosen[place] > 0 && !(area.option != kNone && place == area.start))
            found_.push_back(reason_of(assignment, graph, place));
}

// Sets `found_` to why no place but one can be added to those of the last walk: they are refused.
void Connectivity::reason_of_border(const Graph& graph, const State& state, const Area& area, Index but) {
    found_.clear();
    if (area.option != kNone) found_.push_back(refused(area.option));
    const auto take_in = [&](Index place) {
        for (const Index option : graph.markers(place)) found_.push_back(chosen(option));
    };
    if (area.option == kNone && state.alive[area.start] == 0) take_in(area.start);
    for (const Index place : walk_.places())
        for (const auto& [to, _] : graph.ways(place))
            if (to != but && !walk_.has(to)) take_in(to);
}

// An area cannot have so many places because of `found_`: its option is refused; false if it must have.
bool Connectivity::refute(Assignment& assignment, const Area& area, std::vector<Literal>& conflict) {
    if (area.option == kNone || assignment.is_true(chosen(area.option))) {
        conflict = found_;
        return false;
    }
    std::erase(found_, refused(area.option));
    std::uint32_t cut = kNone;
    follow(assignment, refused(area.option), cut);
    return true;
}

// Marks a place, because of `found_`, if one option is left that can.
void Connectivity::choose_only(Assignment& assignment, const Graph& graph, Index place) {
    const std::size_t size = found_.size();
    Index only = kNone;
    bool is_only = true;
    for (const Index option : graph.markers(place)) {
        if (assignment.is_false(chosen(option))) {
            found_.push_back(chosen(option));
        } else if (option != only) {
            is_only = only == kNone && assignment.is_open(option);
            only = option;
            if (!is_only) break;
        }
    }
    std::uint32_t cut = kNone;
    if (is_only && only != kNone) follow(assignment, chosen(only), cut);
    found_.resize(size);
}

}  // namespace excover::learning
