#include "learning/constraints.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable learning_connectivity;
}

namespace excover::learning {

namespace {

// Work that is done in any case.
constexpr std::uint64_t kFree = 100'000;

}  // namespace

Connectivity::Connectivity(const Problem& problem, std::shared_ptr<const rules::GlobalConstraints> global_constraints,
                           bool is_logged)
    : global_constraints_(std::move(global_constraints)),
      is_logged_(is_logged),
      walk_(global_constraints_ ? global_constraints_->places() : 0) {
    if (!global_constraints_) return;
    const Index most = global_constraints_->places();
    for (const Graph& graph : global_constraints_->graphs()) {
        State& state = states_.emplace_back();
        state.chosen.resize(graph.places());
        for (Index place = 0; place < graph.places(); ++place)
            state.alive.push_back(static_cast<Index>(graph.markers(place).size()));
        bound(problem, graph, state);
        begin_areas(graph, state);
    }
    graphs_of_ = {problem.options(), [&](auto take) {
                      for (Index k = 0; k < states_.size(); ++k)
                          for (Index option = 0; option < global_constraints_->graphs()[k].options(); ++option)
                              if (!global_constraints_->graphs()[k].marked(option).empty()) take(option, k);
                  }};
    all_places_.resize(most);
    std::iota(all_places_.begin(), all_places_.end(), Index{0});
    for (auto* each : {&number_, &low_, &parent_, &size_, &marks_, &next_, &behind_}) each->resize(most);
    seen_.resize(most);
}

// By an item that options have which mark a place each; those that do not have it may be chosen besides, and are if
// another item needs them.
void Connectivity::bound(const Problem& problem, const Graph& graph, State& state) {
    std::vector<Index> times(problem.items()), certain(problem.items()), sizes(problem.items());
    for (Index e = 0; e < problem.entries(); ++e) ++sizes[problem.item(e)];
    Index markers = 0, all_certain = 0;
    for (Index option = 0; option < graph.options(); ++option) {
        if (graph.marked(option).empty()) continue;
        if (graph.marked(option).size() > 1) return;
        ++markers;
        bool is_certain = false;
        for (const Index e : problem.entries(option)) {
            const Index item = problem.item(e);
            ++times[item];
            is_certain = is_certain || (!problem.is_colored(item) && sizes[item] == problem.lower(item));
        }
        all_certain += is_certain;
        for (const Index e : problem.entries(option)) certain[problem.item(e)] += is_certain;
    }
    bool are_alone = true;
    for (Index place = 0; place < graph.places(); ++place) are_alone = are_alone && graph.markers(place).size() < 2;
    for (Index item = 0; item < problem.items(); ++item) {
        if (times[item] < 2 || problem.is_colored(item)) continue;
        const Index others = markers - times[item];
        if (problem.upper(item) < times[item]) state.most = std::min(state.most, problem.upper(item) + others);
        if (!are_alone || sizes[item] != times[item]) continue;
        const Index least = problem.lower(item) + all_certain - certain[item];
        if (least <= state.least) continue;
        state.least = least;
        state.least_by = item;
    }
}

void Connectivity::spread(Literal literal) {
    const Index option = option_of(literal);
    if (states_.empty()) return;
    for (const Index k : graphs_of_[option]) {
        State& state = states_[k];
        for (const Index place : global_constraints_->graphs()[k].marked(option)) {
            const bool is_new = is_choice(literal) ? state.chosen[place]++ == 0 : --state.alive[place] == 0;
            if (is_new && is_choice(literal)) ++state.marked;
            state.is_new = state.is_new || is_new;
            if (!(is_new || is_choice(literal)) || state.is_changed.empty() || state.is_changed[place]) continue;
            state.is_changed[place] = 1;
            state.changed.push_back(place);
        }
    }
}

void Connectivity::take_back(Literal literal) {
    const Index option = option_of(literal);
    if (states_.empty()) return;
    for (const Index k : graphs_of_[option]) {
        State& state = states_[k];
        for (const Index place : global_constraints_->graphs()[k].marked(option)) {
            if (!is_choice(literal))
                ++state.alive[place];
            else if (--state.chosen[place] == 0)
                --state.marked;
        }
    }
}

void Connectivity::back_to(std::size_t trail) {
    while (!cuts_.empty() && cuts_.back().trail > trail) {
        literals_.resize(cuts_.back().begin);
        cuts_.pop_back();
    }
}

bool Connectivity::narrow(Assignment& assignment, std::uint64_t others, std::vector<Literal>& conflict) {
    const bool is_late = updates_ > kFree && (updates_ - kFree) / tuning::learning_connectivity > others / 100;
    for (std::size_t k = 0; k < states_.size(); ++k) {
        State& state = states_[k];
        const Graph& graph = global_constraints_->graphs()[k];
        const bool has_areas = !graph.areas().empty();
        if (!state.is_new || graph.has_lines() || (!has_areas && (is_late || state.marked == 0))) continue;
        state.is_new = false;
        origin_ = {static_cast<Index>(k), kNone};
        if (!(has_areas ? narrow_areas(assignment, k, conflict) : narrow(assignment, graph, state, conflict)))
            return false;
    }
    return true;
}

bool Connectivity::narrow(Assignment& assignment, const Graph& graph, State& state, std::vector<Literal>& conflict) {
    const Index root = root_of(assignment, graph, state, {all_places_.data(), graph.places()});
    walk(graph, state, root);
    if (!refuse_unreached(assignment, graph, state, root, conflict)) return false;
    mark_separators(assignment, graph, state, root);
    if (state.least > 1) mark_ways(assignment, graph, state, root);
    return is_logged_ || state.most >= graph.places() || keep_within(assignment, graph, state, root, conflict);
}

// The marked place whose option was chosen first; there is one.
Index Connectivity::root_of(const Assignment& assignment, const Graph& graph, const State& state,
                            std::span<const Index> places) const {
    Index best = kNone;
    std::size_t first = std::numeric_limits<std::size_t>::max();
    for (const Index place : places) {
        if (state.chosen[place] == 0) continue;
        const std::size_t at = assignment.place(option_of(reason_of(assignment, graph, place)));
        if (at >= first) continue;
        best = place;
        first = at;
    }
    return best;
}

// That an option marks a place: the negation.
Literal Connectivity::reason_of(const Assignment& assignment, const Graph& graph, Index place) const {
    for (const Index option : graph.markers(place))
        if (assignment.is_true(chosen(option))) return refused(option);
    return 0;
}

void Connectivity::walk(const Graph& graph, const State& state, Index root) {
    order_.clear();
    std::fill_n(number_.begin(), graph.places(), 0);
    const auto visit = [&](Index place, Index from) {
        order_.push_back(place);
        number_[place] = low_[place] = static_cast<Index>(order_.size());
        parent_[place] = from;
        next_[place] = 0;
        size_[place] = 1;
        marks_[place] = state.chosen[place] > 0;
    };
    visit(root, kNone);
    for (Index place = root; place != kNone;) {
        const auto ways = graph.ways(place);
        if (next_[place] < ways.size()) {
            const Index to = ways[next_[place]++].to;
            ++updates_;
            if (state.alive[to] == 0) continue;
            if (number_[to] == 0) {
                visit(to, place);
                place = to;
            } else {
                low_[place] = std::min(low_[place], number_[to]);
            }
            continue;
        }
        const Index from = parent_[place];
        if (from != kNone) {
            low_[from] = std::min(low_[from], low_[place]);
            size_[from] += size_[place];
            marks_[from] += marks_[place];
        }
        place = from;
    }
}

// What is in other parts than the root.
bool Connectivity::refuse_unreached(Assignment& assignment, const Graph& graph, const State& state, Index root,
                                    std::vector<Literal>& conflict) {
    for (Index first = 0; first < graph.places(); ++first) {
        if (number_[first] > 0 || state.alive[first] == 0) continue;
        side_.assign(1, first);
        number_[first] = kNone;
        for (std::size_t k = 0; k < side_.size(); ++k)
            for (const auto& [to, _] : graph.ways(side_[k])) {
                if (number_[to] > 0 || state.alive[to] == 0) continue;
                number_[to] = kNone;
                side_.push_back(to);
            }
        find_cut(assignment, graph, root);
        if (const Index marked = root_of(assignment, graph, state, side_); marked != kNone) {
            conflict = found_;
            conflict.push_back(reason_of(assignment, graph, marked));
            return false;
        }
        std::uint32_t cut = kNone;
        for (const Index place : side_)
            for (const Index option : graph.markers(place))
                if (assignment.is_open(option)) follow(assignment, refused(option), cut);
    }
    return true;
}

// A place that alone separates marked ones from the root.
void Connectivity::mark_separators(Assignment& assignment, const Graph& graph, const State& state, Index root) {
    for (const Index child : order_) {
        const Index place = parent_[child];
        if (place == kNone || place == root || low_[child] < number_[place] || marks_[child] == 0) continue;
        if (state.chosen[place] > 0) continue;
        Index only = kNone;
        bool is_only = true;
        for (const Index option : graph.markers(place)) {
            if (assignment.is_false(chosen(option))) continue;
            is_only = is_only && assignment.is_open(option) && (only == kNone || only == option);
            only = option;
        }
        if (!is_only || only == kNone) continue;
        side_.assign(order_.begin() + (number_[child] - 1), order_.begin() + (number_[child] - 1 + size_[child]));
        find_cut(assignment, graph, root);
        found_.push_back(reason_of(assignment, graph, root_of(assignment, graph, state, side_)));
        std::uint32_t cut = kNone;
        follow(assignment, chosen(only), cut);
    }
}

// Sets `found_` to why what is on a side is separated from a marked place: what is refused of those places next to the
// side that the other one reaches around them.
void Connectivity::find_cut(const Assignment& assignment, const Graph& graph, Index other) {
    if (look_ > kMostLooks) std::ranges::fill(seen_, look_ = 0);
    look_ += 2;
    for (const Index place : side_) seen_[place] = look_;
    for (const Index place : side_)
        for (const auto& [to, _] : graph.ways(place))
            if (seen_[to] < look_) seen_[to] = look_ + 1;
    found_.assign(1, reason_of(assignment, graph, other));
    waiting_.assign(1, other);
    seen_[other] = look_;
    while (!waiting_.empty()) {
        const Index place = waiting_.back();
        waiting_.pop_back();
        for (const auto& [to, _] : graph.ways(place)) {
            ++updates_;
            if (seen_[to] == look_) continue;
            if (seen_[to] == look_ + 1)
                take_in(assignment, graph, to);
            else
                waiting_.push_back(to);
            seen_[to] = look_;
        }
    }
}

// That a place cannot be marked is a reason.
void Connectivity::take_in(const Assignment& assignment, const Graph& graph, Index place) {
    for (const Index option : graph.markers(place))
        if (assignment.is_false(chosen(option))) found_.push_back(chosen(option));
}

// A place without which the root would hang together with too few that may be marked.
void Connectivity::mark_ways(Assignment& assignment, const Graph& graph, const State& state, Index root) {
    origin_.item = state.least_by;
    for (const Index place : order_) behind_[place] = 0;
    for (const Index child : order_)
        if (const Index place = parent_[child]; place != kNone && low_[child] >= number_[place])
            behind_[place] += size_[child];
    for (const Index place : order_) {
        if (place == root || behind_[place] == 0 || state.chosen[place] > 0) continue;
        if (order_.size() - 1 - behind_[place] >= state.least) continue;
        const Index option = graph.markers(place)[0];
        if (!assignment.is_open(option)) continue;
        if (look_ > kMostLooks) std::ranges::fill(seen_, look_ = 0);
        look_ += 2;
        found_.assign(1, reason_of(assignment, graph, root));
        seen_[root] = seen_[place] = look_;
        waiting_.assign(1, root);
        while (!waiting_.empty()) {
            const Index at = waiting_.back();
            waiting_.pop_back();
            for (const auto& [to, _] : graph.ways(at)) {
                ++updates_;
                if (seen_[to] == look_) continue;
                seen_[to] = look_;
                if (state.alive[to] == 0)
                    take_in(assignment, graph, to);
                else
                    waiting_.push_back(to);
            }
        }
        std::uint32_t cut = kNone;
        follow(assignment, chosen(option), cut);
    }
    origin_.item = kNone;
}

// What lies farther from the marked places than further ones may be marked: steps to marked places cost nothing. The
// reason is all that is marked, and what is refused next to places that are nearer.
bool Connectivity::keep_within(Assignment& assignment, const Graph& graph, const State& state, Index root,
                               std::vector<Literal>& conflict) {
    if (state.marked > state.most) return true;  // as an item will say
    if (look_ > kMostLooks) std::ranges::fill(seen_, look_ = 0);
    look_ += 2;
    const Index left = state.most - state.marked;
    border_.clear();  // what is refused
    side_.assign(1, root);
    seen_[root] = look_;
    for (Index cost = 0; !side_.empty(); ++cost) {
        waiting_.clear();
        for (std::size_t k = 0; k < side_.size(); ++k)
            for (const auto& [to, _] : graph.ways(side_[k])) {
                ++updates_;
                if (seen_[to] == look_) continue;
                const bool is_marked = state.chosen[to] > 0;
                if (!is_marked && cost == left) continue;
                seen_[to] = look_;
                if (state.alive[to] == 0)
                    border_.push_back(to);
                else
                    (is_marked ? side_ : waiting_).push_back(to);
            }
        side_.swap(waiting_);
    }
    std::uint32_t cut = kNone;
    bool is_explained = false;
    for (Index place = 0; place < graph.places(); ++place) {
        if (seen_[place] == look_ || state.alive[place] == 0) continue;
        const auto markers = graph.markers(place);
        const bool is_marked = state.chosen[place] > 0;
        if (!is_marked && std::ranges::none_of(markers, [&](Index each) { return assignment.is_open(each); })) continue;
        if (!is_explained) {
            found_.clear();
            for (Index other = 0; other < graph.places(); ++other)
                if (state.chosen[other] > 0) found_.push_back(reason_of(assignment, graph, other));
            for (const Index other : border_) take_in(assignment, graph, other);
            is_explained = true;
        }
        if (is_marked) {
            conflict = found_;
            return false;
        }
        for (const Index option : markers)
            if (assignment.is_open(option)) follow(assignment, refused(option), cut);
    }
    return true;
}

void Connectivity::follow(Assignment& assignment, Literal literal, std::uint32_t& cut) {
    if (assignment.level() == 0 && !is_logged_) {
        assignment.assign(literal, {});
        return;
    }
    if (cut == kNone) {
        cut = static_cast<std::uint32_t>(cuts_.size());
        cuts_.push_back({literals_.size(), assignment.trail().size() + 1, origin_});
        literals_.insert(literals_.end(), found_.begin(), found_.end());
    }
    assignment.assign(literal, {Reason::Kind::cut, cut});
}

}  // namespace excover::learning
