// Clauses that a whole set of options breaks because of sums and global constraints, and those known in advance.
#include <algorithm>
#include <utility>

#include "learning/constraints.hpp"

namespace excover::learning {

namespace {

// Places with more options have no clauses in advance: there are too many triples of them.
constexpr std::size_t kMostMeeting = 10;

// At a place: each option that marks it, once; the first `once` of them mark it once, the others twice or more often.
struct Meeting {
    std::vector<Index> options;
    std::size_t once;
};

Meeting meeting_at(const rules::GlobalConstraints::Graph& graph, Index place) {
    const auto markers = graph.markers(place);  // ascending, one that marks twice is there twice
    std::vector<Index> once, often;
    for (std::size_t k = 0; k < markers.size();) {
        std::size_t end = k + 1;
        while (end < markers.size() && markers[end] == markers[k]) ++end;
        (end - k == 1 ? once : often).push_back(markers[k]);
        k = end;
    }
    Meeting found{once, once.size()};
    found.options.insert(found.options.end(), often.begin(), often.end());
    return found;
}

// One of those that mark it once.
Clause begins(const Meeting& meeting) {
    Clause clause;
    for (std::size_t k = 0; k < meeting.once; ++k) clause.push_back(chosen(meeting.options[k]));
    return clause;
}

// One line, and no other, is at an end of a path.
void each_of_end(const Meeting& meeting, const std::function<void(Clause)>& take) {
    take(begins(meeting));
    const std::size_t size = meeting.options.size();
    for (std::size_t a = meeting.once; a < size; ++a) take({refused(meeting.options[a])});
    if (size > kMostMeeting) return;
    for (std::size_t a = 0; a < meeting.once; ++a)
        for (std::size_t b = a + 1; b < meeting.once; ++b)
            take({refused(meeting.options[a]), refused(meeting.options[b])});
}

// If an option that marks it once is chosen, so is another one.
Clause goes_on(const Meeting& meeting, Index option) {
    Clause clause{refused(option)};
    for (std::size_t k = 0; k < meeting.once; ++k)
        if (meeting.options[k] != option) clause.push_back(chosen(meeting.options[k]));
    return clause;
}

}  // namespace

ConstraintCuts::ConstraintCuts(const Problem& problem, std::shared_ptr<const rules::LinearConstraints> rows,
                               std::shared_ptr<const rules::GlobalConstraints> global_constraints)
    : rows_(std::move(rows)),
      global_constraints_(std::move(global_constraints)),
      is_chosen_(problem.options()),
      walk_(global_constraints_ ? global_constraints_->places() : 0) {}

void ConstraintCuts::each_known(const std::function<void(Cut)>& take_cut) const {
    if (!global_constraints_) return;
    for (Index number = 0; number < global_constraints_->graphs().size(); ++number) {
        const Graph& graph = global_constraints_->graphs()[number];
        const auto take = [&](Clause clause) { take_cut({std::move(clause), false, number}); };
        for (Index place = 0; graph.has_lines() && place < graph.places(); ++place) {
            const Meeting at = meeting_at(graph, place);
            const std::size_t size = at.options.size();
            if (graph.end(place) != kNone) {
                each_of_end(at, take);
                continue;
            }
            if (size > kMostMeeting) continue;
            for (std::size_t a = 0; a < size; ++a) {
                if (a < at.once) take(goes_on(at, at.options[a]));
                for (std::size_t b = std::max(a + 1, at.once); b < size; ++b)
                    take({refused(at.options[a]), refused(at.options[b])});
                for (std::size_t b = a + 1; b < at.once; ++b)
                    for (std::size_t c = b + 1; c < at.once; ++c)
                        take({refused(at.options[a]), refused(at.options[b]), refused(at.options[c])});
            }
        }
    }
}

std::vector<ConstraintCuts::Cut> ConstraintCuts::broken(std::span<const Index> cover) {
    std::vector<Cut> found;
    if (!rows_ && !global_constraints_) return found;
    for (const Index option : cover) is_chosen_[option] = 1;
    if (rows_) of_sums(cover, found);
    for (Index k = 0; global_constraints_ && k < global_constraints_->graphs().size(); ++k) {
        std::vector<Clause> clauses;
        of_graph(global_constraints_->graphs()[k], cover, clauses);
        for (Clause& clause : clauses) found.push_back({std::move(clause), false, k});
    }
    for (const Index option : cover) is_chosen_[option] = 0;
    return found;
}

// What the chosen ones add and the others do not take away, until it is too much.
void ConstraintCuts::of_sums(std::span<const Index> cover, std::vector<Cut>& found) const {
    std::vector<Weight> sums(rows_->size());
    for (const Index option : cover)
        if (option < rows_->options())
            for (const rules::LinearConstraints::Share& share : rows_->shares(option)) sums[share.row] += share.weight;
    for (Index row = 0; row < rows_->size(); ++row) {
        if (sums[row] <= rows_->upper(row)) continue;
        std::vector<std::pair<Weight, Literal>> terms;
        Weight sum = 0;
        for (Index option = 0; option < rows_->options(); ++option) {
            for (const rules::LinearConstraints::Share& share : rows_->shares(option)) {
                if (share.row != row) continue;
                sum += std::min<Weight>(0, share.weight);
                if (share.weight > 0 && is_chosen_[option]) terms.emplace_back(share.weight, refused(option));
                if (share.weight < 0 && !is_chosen_[option]) terms.emplace_back(-share.weight, chosen(option));
            }
        }
        std::ranges::sort(terms, std::greater{});
        Clause clause;
        for (auto term = terms.begin(); sum <= rows_->upper(row); ++term) {
            sum += term->first;
            clause.push_back(term->second);
        }
        found.push_back({std::move(clause), true, row});
    }
}

void ConstraintCuts::of_graph(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) {
    const std::size_t before = found.size();
    if (!graph.areas().empty()) return of_areas(graph, cover, found);
    if (graph.has_lines()) of_ends(graph, cover, found);
    if (found.size() != before) return;
    number_parts(graph, cover);
    if (graph.ends().empty())
        of_parts(graph, cover, found);
    else
        of_paths(graph, cover, found);
}

// Lines that end elsewhere than they should, or of which too many meet; or no line at all.
void ConstraintCuts::of_ends(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) const {
    std::vector<Index> times(graph.places());
    bool has_lines = false;
    for (const Index option : cover) {
        for (const Index place : graph.marked(option)) ++times[place];
        has_lines = has_lines || !graph.marked(option).empty();
    }
    if (!has_lines && graph.is_loop()) {
        Clause& clause = found.emplace_back();
        for (Index option = 0; option < graph.options(); ++option)
            if (!graph.marked(option).empty()) clause.push_back(chosen(option));
        return;
    }
    for (Index place = 0; place < graph.places(); ++place) {
        const Index wanted = graph.lines_at(place);
        if (times[place] == wanted || (times[place] == 0 && wanted == 2)) continue;
        const Meeting at = meeting_at(graph, place);
        if (times[place] == 0) {
            found.push_back(begins(at));
            continue;
        }
        std::vector<Index> here;
        std::ranges::copy_if(at.options, std::back_inserter(here), [&](Index option) { return is_chosen_[option]; });
        if (times[place] < wanted) {
            found.push_back(goes_on(at, here[0]));
            continue;
        }
        Clause& clause = found.emplace_back();
        for (const Index option : here) clause.push_back(refused(option));
    }
}

void ConstraintCuts::of_parts(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) const {
    if (sizes_.size() <= 2) return;  // part 0 has what is not marked
    const auto largest = static_cast<Index>(std::max_element(sizes_.begin() + 1, sizes_.end()) - sizes_.begin());
    for (Index part = 1; part < sizes_.size(); ++part) {
        if (part == largest) continue;
        Clause clause{refused(option_in(graph, cover, part)), refused(option_in(graph, cover, largest))};
        leave(graph, part, clause);
        found.push_back(std::move(clause));
    }
}

// From a cycle a line leads on, if it is there at all; from a path whose ends differ one does in any case, since there
// is a further end of each label, or none.
void ConstraintCuts::of_paths(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) const {
    std::vector<Index> label_of(sizes_.size(), kNone);
    std::vector<bool> is_right(sizes_.size());
    for (Index place = 0; place < graph.places(); ++place) {
        if (graph.end(place) == kNone) continue;
        const Index part = part_of_[place];
        is_right[part] = label_of[part] == graph.end(place);
        label_of[part] = graph.end(place);
    }
    for (Index part = 1; part < sizes_.size(); ++part) {
        if (is_right[part]) continue;
        Clause clause;
        if (label_of[part] == kNone) clause.push_back(refused(option_in(graph, cover, part)));
        leave(graph, part, clause);
        found.push_back(std::move(clause));
    }
}

// That what leads from a part to a place beside it is chosen.
void ConstraintCuts::leave(const Graph& graph, Index part, Clause& clause) const {
    for (Index place = 0; place < graph.places(); ++place) {
        if (part_of_[place] != part) continue;
        for (const rules::GlobalConstraints::Way& way : graph.ways(place)) {
            if (part_of_[way.to] == part) continue;
            if (graph.has_lines())
                clause.push_back(chosen(way.option));
            else
                for (const Index option : graph.markers(way.to)) clause.push_back(chosen(option));
        }
    }
    sort_out(clause);
}

// The parts of what is marked, from 1 on.
void ConstraintCuts::number_parts(const Graph& graph, std::span<const Index> cover) {
    part_of_.assign(graph.places(), kNone);
    for (const Index option : cover)
        for (const Index place : graph.marked(option)) part_of_[place] = 0;
    sizes_.assign(1, 0);
    std::vector<Index> waiting;
    for (Index first = 0; first < graph.places(); ++first) {
        if (part_of_[first] != 0) continue;
        const auto part = static_cast<Index>(sizes_.size());
        sizes_.push_back(0);
        part_of_[first] = part;
        waiting.assign(1, first);
        while (!waiting.empty()) {
            const Index place = waiting.back();
            waiting.pop_back();
            ++sizes_[part];
            for (const rules::GlobalConstraints::Way& way : graph.ways(place)) {
                if (part_of_[way.to] != 0 || (graph.has_lines() && !is_chosen_[way.option])) continue;
                part_of_[way.to] = part;
                waiting.push_back(way.to);
            }
        }
    }
    for (Index& part : part_of_)
        if (part == kNone) part = 0;
}

Index ConstraintCuts::option_in(const Graph& graph, std::span<const Index> cover, Index part) const {
    return *std::ranges::find_if(cover, [&](Index option) {
        return std::ranges::any_of(graph.marked(option), [&](Index place) { return part_of_[place] == part; });
    });
}

// Of areas that hang together, the first.
void ConstraintCuts::of_areas(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) {
    std::vector<Index> marker(graph.places(), kNone);
    for (const Index option : cover)
        for (const Index place : graph.marked(option)) marker[place] = option;
    std::vector<std::uint8_t> is_wrong(graph.places());
    for (const rules::Area& area : graph.areas()) {
        if ((area.option != kNone && !is_chosen_[area.option]) || is_wrong[area.start]) continue;
        const auto is_marked = [&](Index place) { return marker[place] != kNone; };
        const Index size = walk_.count(graph, area, is_marked(area.start), area.most, is_marked);
        if (area.least <= size && size <= area.most) continue;
        Clause clause;
        if (area.option != kNone) clause.push_back(refused(area.option));
        const auto take_in = [&](Index place) {
            for (const Index option : graph.markers(place)) clause.push_back(chosen(option));
        };
        if (size < area.least && !is_marked(area.start)) take_in(area.start);
        for (const Index place : walk_.places()) {
            is_wrong[place] = is_marked(place);
            if (size > area.most && is_marked(place)) clause.push_back(refused(marker[place]));
            for (const rules::GlobalConstraints::Way& way : graph.ways(place))
                if (size < area.least && !walk_.has(way.to)) take_in(way.to);
        }
        sort_out(clause);
        found.push_back(std::move(clause));
    }
}

}  // namespace excover::learning
