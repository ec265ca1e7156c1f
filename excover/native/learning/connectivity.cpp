#include "learning/connectivity.hpp"

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

Connectivity::Connectivity(const Problem& problem, std::shared_ptr<const rules::GlobalConstraints> global_constraints)
    : global_constraints_(std::move(global_constraints)),
      walk_(global_constraints_ ? global_constraints_->places() : 0) {
    if (!global_constraints_) return;
    const Index most = global_constraints_->places();
    for (const Graph& graph : global_constraints_->graphs()) {
        State& state = states_.emplace_back();
        state.chosen.resize(graph.places());
        for (Index place = 0; place < graph.places(); ++place)
            state.alive.push_back(static_cast<Index>(graph.markers(place).size()));
        begin_areas(graph, state);
    }
    graphs_of_ = {problem.options(), [&](auto take) {
                      for (Index k = 0; k < states_.size(); ++k)
                          for (Index option = 0; option < problem.options(); ++option)
                              if (!global_constraints_->graphs()[k].marked(option).empty()) take(option, k);
                  }};
    all_places_.resize(most);
    std::iota(all_places_.begin(), all_places_.end(), Index{0});
    for (auto* each : {&number_, &low_, &parent_, &size_, &marks_, &next_}) each->resize(most);
    seen_.resize(most);
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
        if (!state.is_new || graph.is_loop() || (!has_areas && (is_late || state.marked == 0))) continue;
        state.is_new = false;
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
    return true;
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
    const auto take_in = [&](Index place) {
        for (const Index option : graph.markers(place))
            if (assignment.is_false(chosen(option))) found_.push_back(chosen(option));
    };
    waiting_.assign(1, other);
    seen_[other] = look_;
    while (!waiting_.empty()) {
        const Index place = waiting_.back();
        waiting_.pop_back();
        for (const auto& [to, _] : graph.ways(place)) {
            ++updates_;
            if (seen_[to] == look_) continue;
            if (seen_[to] == look_ + 1)
                take_in(to);
            else
                waiting_.push_back(to);
            seen_[to] = look_;
        }
    }
}

void Connectivity::follow(Assignment& assignment, Literal literal, std::uint32_t& cut) {
    if (assignment.level() == 0) {
        assignment.assign(literal, {});
        return;
    }
    if (cut == kNone) {
        cut = static_cast<std::uint32_t>(cuts_.size());
        cuts_.push_back({literals_.size(), assignment.trail().size() + 1});
        literals_.insert(literals_.end(), found_.begin(), found_.end());
    }
    assignment.assign(literal, {Reason::Kind::cut, cut});
}

}  // namespace excover::learning
