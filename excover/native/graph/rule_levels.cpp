#include "graph/frontier_of_rules.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "graph/layout.hpp"

namespace excover::graph {

namespace {

using Byte = std::uint8_t;
using Graph = GlobalConstraints::Graph;

// A byte of a state for each vertex at the frontier: at most so many, with which there are too many states in any case.
constexpr Index kMostSlots = 120;

// Of a place of a line: the slot of the other end of its path plus 1, the label there plus kFirstLabel, or kPassed, if
// no other line may meet it; 0 if there is no line yet.
constexpr Byte kFirstLabel = kMostSlots + 1, kPassed = 255;
constexpr Index kMostLabels = kPassed - kFirstLabel;

// Of a sum that no choice can make too large any more.
constexpr Byte kAnything = 255;

// The greatest number of an item or a sum.
constexpr Index kMost = 250;

[[noreturn]] void misfit(const char* reason) { throw std::invalid_argument(reason); }

Index only_item(const Problem& problem, Index option) { return problem.item(*problem.entries(option).begin()); }

Byte label_of(const Graph& graph, Index place) {
    return graph.end(place) == kNone ? Byte{0} : static_cast<Byte>(kFirstLabel + graph.end(place));
}

}  // namespace

Vertices::Vertices(const Problem& problem, const LinearConstraints* rows, const GlobalConstraints* graphs)
    : items(problem.items()), size(items + (rows == nullptr ? 0 : rows->size())) {
    for (std::size_t k = 0; graphs != nullptr && k < graphs->graphs().size(); ++k) {
        first_places.push_back(size);
        size += graphs->graphs()[k].places();
    }
    first_closed = size;
    size += static_cast<Index>(first_places.size());
    pair_options(problem, rows, graphs);
    std::vector<Index> seen(size, kNone);
    touched = {problem.options(), [&](auto take) {
                   std::ranges::fill(seen, kNone);  // it is asked twice
                   for (Index option = 0; option < problem.options(); ++option) {
                       if (is_implied[option]) continue;
                       const auto touch = [&](Index vertex) {
                           if (seen[vertex] != option) take(option, vertex);
                           seen[vertex] = option;
                       };
                       const Index shared = instead[option] == kNone ? kNone : only_item(problem, instead[option]);
                       for (const Index e : problem.entries(option))
                           if (problem.item(e) != shared) touch(problem.item(e));
                       if (rows != nullptr)
                           for (const LinearConstraints::Share& share : rows->shares(option)) touch(row(share.row));
                       for (std::size_t k = 0; k < first_places.size(); ++k) {
                           const Graph& graph = graphs->graphs()[k];
                           for (const Index marked : graph.marked(option)) {
                               touch(place(k, marked));
                               if (!graph.has_lines())
                                   for (const auto& way : graph.ways(marked)) touch(place(k, way.to));
                           }
                       }
                   }
               }};
}

// Where an item has two options, of which one must be chosen, and one of them has nothing else.
void Vertices::pair_options(const Problem& problem, const LinearConstraints* rows, const GlobalConstraints* graphs) {
    instead.assign(problem.options(), kNone);
    is_implied.assign(problem.options(), false);
    std::vector<std::vector<Index>> options_of(items);
    for (Index option = 0; option < problem.options(); ++option)
        for (const Index e : problem.entries(option)) options_of[problem.item(e)].push_back(option);
    const auto is_free = [&](Index option) {
        if (problem.entries(option).size() != 1 || (rows != nullptr && !rows->shares(option).empty())) return false;
        return graphs == nullptr ||
               std::ranges::all_of(graphs->graphs(), [&](const Graph& graph) { return graph.marked(option).empty(); });
    };
    for (Index item = 0; item < items; ++item) {
        const auto& pair = options_of[item];
        if (pair.size() != 2 || !is_exact(problem, item)) continue;
        const Index free = is_free(pair[1]) ? pair[1] : pair[0], other = free == pair[1] ? pair[0] : pair[1];
        if (!is_free(free) || instead[other] != kNone) continue;
        instead[other] = free;
        is_implied[free] = true;
    }
}

// What is known only while the levels are laid, one after the other.
class RuleLevels::Builder {
public:
    Builder(const Problem& problem, const LinearConstraints* rows, const GlobalConstraints* graphs, RuleLevels& made)
        : problem_(problem),
          rows_(rows),
          graphs_(graphs),
          vertices_(problem, rows, graphs),
          slot_(vertices_.size, kNone),
          made_(made) {}

    void build() {
        check();
        number_colors();
        lay_rows();
        made_.order_ = order_of_options(problem_, vertices_);  // which takes longer than all else
        for (const Index option : made_.order_) made_.instead_.push_back(vertices_.instead[option]);
        lay_levels();
    }

private:
    struct Sum {
        Weight start = 0, left = 0;
    };

    void check();
    void number_colors();
    void lay_rows();
    void lay_levels();
    void lay_level(Index number, const std::vector<Index>& last, std::vector<Index>& left);
    void touch_items(Level& level, Index option, const std::vector<Index>& left) const;
    void touch_rows(Level& level, Index option);
    void touch_graphs(Level& level, Index option);
    Index allot();
    Byte first_value(Index vertex) const;

    const Problem& problem_;
    const LinearConstraints* rows_;
    const GlobalConstraints* graphs_;
    const Vertices vertices_;
    std::vector<Sum> sums_;
    std::vector<Index> slot_;  // of a vertex at the frontier
    std::vector<std::vector<Index>> places_at_frontier_;  // of each graph
    std::vector<Index> free_slots_;
    std::vector<Byte> codes_;  // of an entry of a colored item
    RuleLevels& made_;
};

RuleLevels::RuleLevels(const Problem& problem, const LinearConstraints* rows, const GlobalConstraints* graphs) {
    Builder(problem, rows, graphs, *this).build();
}

void RuleLevels::Builder::check() {
    std::vector<Index> options(problem_.items());
    for (Index e = 0; e < problem_.entries(); ++e) ++options[problem_.item(e)];
    for (Index item = 0; item < problem_.items(); ++item) {
        if (problem_.is_colored(item)) continue;
        if (options[item] < problem_.lower(item)) made_.impossible_ = true;
        const Index most = options[item] > problem_.upper(item) ? problem_.upper(item) : problem_.lower(item);
        if (most > kMost) misfit("an item may be covered too often");
    }
    for (std::size_t k = 0; graphs_ != nullptr && k < graphs_->graphs().size(); ++k) {
        const Graph& graph = graphs_->graphs()[k];
        if (!graph.areas().empty()) misfit("it does not keep to sizes of areas");
        made_.kinds_.push_back(graph.is_loop() ? Kind::loop : graph.has_lines() ? Kind::paths : Kind::connected);
        if (graph.labels() > kMostLabels) misfit("paths have too many labels");
        for (Index place = 0; place < graph.places(); ++place)
            if (graph.end(place) != kNone && graph.markers(place).empty()) made_.impossible_ = true;
    }
    places_at_frontier_.resize(made_.kinds_.size());
}

// Colors of an item from 1, in the order in which they come.
void RuleLevels::Builder::number_colors() {
    std::vector<std::vector<Index>> colors(problem_.items());
    codes_.resize(problem_.entries());
    for (Index e = 0; e < problem_.entries(); ++e) {
        if (!problem_.is_colored(problem_.item(e))) continue;
        auto& known = colors[problem_.item(e)];
        const auto at = std::ranges::find(known, problem_.color(e));
        codes_[e] = static_cast<Byte>(at - known.begin() + 1);
        if (at == known.end()) known.push_back(problem_.color(e));
        if (known.size() > kMost) misfit("an item has too many colors");
    }
}

// How much a sum may still grow above the least that it can be: what a choice takes of that is never given back.
// Weights below 0 take as much where they are not chosen. It is free where all that is left cannot take as much.
void RuleLevels::Builder::lay_rows() {
    if (rows_ == nullptr) return;
    sums_.resize(rows_->size());
    for (Index k = 0; k < rows_->size(); ++k) sums_[k].start = rows_->upper(k);
    for (Index option = 0; option < problem_.options(); ++option)
        for (const LinearConstraints::Share& share : rows_->shares(option)) {
            Sum& sum = sums_[share.row];
            sum.left += std::abs(share.weight);
            sum.start -= std::min<Weight>(share.weight, 0);
        }
    for (const Sum& sum : sums_) {
        if (sum.start < 0) made_.impossible_ = true;
        if (sum.start < sum.left && sum.start > Weight{kMost}) misfit("a sum may be too large");
    }
}

void RuleLevels::Builder::lay_levels() {
    std::vector<Index> last(vertices_.size, kNone), left(problem_.items());
    for (Index level = 0; level < made_.size(); ++level)
        for (const Index vertex : vertices_.touched[made_.order_[level]]) last[vertex] = level;
    for (Index e = 0; e < problem_.entries(); ++e) ++left[problem_.item(e)];
    for (std::size_t k = 0; k < made_.kinds_.size(); ++k) slot_[vertices_.closed(k)] = allot();
    for (Index level = 0; level < made_.size(); ++level) lay_level(level, last, left);
}

Index RuleLevels::Builder::allot() {
    if (!free_slots_.empty()) {
        const auto least = std::ranges::min_element(free_slots_);
        const Index slot = *least;
        free_slots_.erase(least);
        return slot;
    }
    if (made_.width_ == kMostSlots) misfit("too much is at the frontier");
    return made_.width_++;
}

Byte RuleLevels::Builder::first_value(Index vertex) const {
    if (vertex < problem_.items() || vertex >= problem_.items() + sums_.size()) return 0;
    const Sum& sum = sums_[vertex - problem_.items()];
    return sum.start >= sum.left ? kAnything : static_cast<Byte>(sum.start);
}

void RuleLevels::Builder::lay_level(Index number, const std::vector<Index>& last, std::vector<Index>& left) {
    made_.levels_.emplace_back();
    Level& level = made_.levels_.back();
    const Index option = made_.order_[number];
    const auto graph_of = [&](Index vertex) {
        const auto after = std::ranges::upper_bound(vertices_.first_places, vertex);
        return static_cast<std::size_t>(after - vertices_.first_places.begin()) - 1;
    };
    const auto is_place = [&](Index vertex) {
        return !made_.kinds_.empty() && vertex >= vertices_.first_places.front() && vertex < vertices_.first_closed;
    };
    for (const Index vertex : vertices_.touched[option]) {
        if (slot_[vertex] != kNone) continue;
        slot_[vertex] = allot();
        level.fresh.push_back({slot_[vertex], first_value(vertex)});
        if (is_place(vertex)) places_at_frontier_[graph_of(vertex)].push_back(slot_[vertex]);
    }
    for (const Index e : problem_.entries(option)) --left[problem_.item(e)];
    touch_items(level, option, left);
    touch_rows(level, option);
    touch_graphs(level, option);
    level.places = places_at_frontier_;
    for (const Index vertex : vertices_.touched[option]) {
        if (last[vertex] != number) continue;
        Gone gone{slot_[vertex], 0, is_place(vertex), false};
        if (gone.is_place) {
            gone.graph = graph_of(vertex);
            const Index place = vertex - vertices_.first_places[gone.graph];
            gone.is_end = graphs_->graphs()[gone.graph].end(place) != kNone;
            std::erase(places_at_frontier_[gone.graph], gone.slot);
        }
        level.gone.push_back(gone);
        free_slots_.push_back(gone.slot);
    }
}

void RuleLevels::Builder::touch_items(Level& level, Index option, const std::vector<Index>& left) const {
    for (const Index e : problem_.entries(option)) {
        const Index item = problem_.item(e);
        if (slot_[item] == kNone) continue;  // as an implied option has it
        const auto low = static_cast<Byte>(std::min(problem_.lower(item), kMost + 1));
        level.items.push_back({slot_[item], left[item], problem_.upper(item), codes_[e], low});
    }
}

void RuleLevels::Builder::touch_rows(Level& level, Index option) {
    if (rows_ == nullptr) return;
    for (const LinearConstraints::Share& share : rows_->shares(option)) {
        Sum& sum = sums_[share.row];
        sum.left -= std::abs(share.weight);
        level.rows.push_back({slot_[vertices_.row(share.row)], std::max<Weight>(share.weight, 0),
                              std::max<Weight>(-share.weight, 0), sum.left});
    }
}

void RuleLevels::Builder::touch_graphs(Level& level, Index option) {
    for (std::size_t k = 0; k < made_.kinds_.size(); ++k) {
        const Graph& graph = graphs_->graphs()[k];
        if (graph.marked(option).empty()) continue;
        GraphTouch touch{k, {}};
        for (const Index place : graph.marked(option)) {
            Mark mark{slot_[vertices_.place(k, place)], label_of(graph, place), {}};
            if (!graph.has_lines())
                for (const auto& way : graph.ways(place)) mark.near.push_back(slot_[vertices_.place(k, way.to)]);
            touch.marks.push_back(std::move(mark));
        }
        level.graphs.push_back(std::move(touch));
    }
}

bool RuleLevels::choose(const Level& level, Byte* state) const {
    for (const ItemTouch& item : level.items) {
        Byte& value = state[item.slot];
        if (item.color != 0) {
            if (value != 0 && value != item.color) return false;
            value = item.color;
        } else if (value++ >= item.high) {
            return false;
        }
    }
    for (const GraphTouch& touch : level.graphs) {
        const auto& places = level.places[touch.graph];
        const bool is_possible = kinds_[touch.graph] == Kind::connected ? mark_places(touch, places, state)
                                                                        : mark_lines(touch, places, state);
        if (!is_possible) return false;
    }
    return true;
}

bool RuleLevels::weigh(const Level& level, Byte* state, bool is_chosen) {
    for (const RowTouch& row : level.rows) {
        Byte& value = state[row.slot];
        if (value == kAnything) continue;
        const Weight left = Weight{value} - (is_chosen ? row.if_chosen : row.if_not);
        if (left < 0) return false;
        value = left >= row.free ? kAnything : static_cast<Byte>(left);
    }
    return true;
}

// Forgets what matters no more.
bool RuleLevels::settle(const Level& level, Byte* state) const {
    for (const ItemTouch& item : level.items) {
        Byte& value = state[item.slot];
        if (item.color != 0) continue;
        if (value + item.left < item.low) return false;
        if (value + item.left <= item.high) value = std::min(value, item.low);  // only the lower bound matters
    }
    for (const Gone& gone : level.gone)
        if (!leave(level, gone, state)) return false;
    return true;
}

bool RuleLevels::mark_lines(const GraphTouch& touch, const std::vector<Index>& places, Byte* state) const {
    Byte& closed = state[touch.graph];
    for (std::size_t k = 0; k < touch.marks.size(); k += 2) {
        const Mark &one = touch.marks[k], &other = touch.marks[k + 1];
        // The other end of the path that the line lengthens, or its label.
        const auto far = [&](const Mark& mark) {
            if (state[mark.slot] != 0) return state[mark.slot];
            return mark.label != 0 ? mark.label : static_cast<Byte>(mark.slot + 1);
        };
        if (closed != 0 || state[one.slot] == kPassed || state[other.slot] == kPassed) return false;
        if (one.slot == other.slot) return false;
        const Byte end = far(one), last = far(other);
        const bool closes = end == other.slot + 1;
        state[one.slot] = state[other.slot] = kPassed;
        if (closes) {
            if (kinds_[touch.graph] == Kind::paths) return false;
            // No other path may be left, and no further line follows: it matters no more where the loop is.
            for (const Index slot : places) {
                if (state[slot] != 0 && state[slot] != kPassed) return false;
                state[slot] = 0;
            }
            closed = 1;
        } else if (end >= kFirstLabel && last >= kFirstLabel) {
            if (end != last) return false;
        } else {
            if (end < kFirstLabel) state[end - 1] = last;
            if (last < kFirstLabel) state[last - 1] = end;
        }
    }
    return true;
}

// A marked place has the least slot of its part, plus 1.
bool RuleLevels::mark_places(const GraphTouch& touch, const std::vector<Index>& places, Byte* state) const {
    for (const Mark& mark : touch.marks) {
        if (state[mark.slot] != 0) continue;
        if (state[touch.graph] != 0) return false;
        auto name = static_cast<Byte>(mark.slot + 1);
        for (const Index near : mark.near)
            if (state[near] != 0) name = std::min(name, state[near]);
        state[mark.slot] = name;
        for (const Index near : mark.near) {
            const Byte before = state[near];
            if (before == 0 || before == name) continue;
            for (const Index slot : places)
                if (state[slot] == before) state[slot] = name;
        }
    }
    return true;
}

bool RuleLevels::leave(const Level& level, const Gone& gone, Byte* state) const {
    const Byte value = state[gone.slot];
    state[gone.slot] = 0;
    if (!gone.is_place) return true;
    if (kinds_[gone.graph] != Kind::connected) {
        if (state[gone.graph] != 0) return true;  // the loop is closed
        return value == kPassed || (value == 0 && !gone.is_end);
    }
    if (value == 0) return true;
    Byte name = 0;
    bool is_alone = true;
    for (const Index slot : level.places[gone.graph]) {
        if (state[slot] == 0) continue;
        is_alone = false;
        if (state[slot] == value && (name == 0 || slot < name)) name = static_cast<Byte>(slot + 1);
    }
    if (is_alone) {
        state[gone.graph] = 1;
        return true;
    }
    if (name == 0) return false;
    if (value == gone.slot + 1) {
        for (const Index slot : level.places[gone.graph])
            if (state[slot] != 0 && state[slot] == value) state[slot] = name;
    }
    return true;
}

}  // namespace excover::graph
