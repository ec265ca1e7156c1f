#include "learning/constraint_cuts.hpp"

#include <algorithm>
#include <utility>

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

// If an option that marks it once is chosen, so is another one.
Clause goes_on(const Meeting& meeting, Index option) {
    Clause clause{refused(option)};
    for (std::size_t k = 0; k < meeting.once; ++k)
        if (meeting.options[k] != option) clause.push_back(chosen(meeting.options[k]));
    return clause;
}

void sort_out(Clause& clause) {
    std::ranges::sort(clause);
    const auto again = std::ranges::unique(clause);
    clause.erase(again.begin(), again.end());
}

}  // namespace

ConstraintCuts::ConstraintCuts(const Problem& problem, std::shared_ptr<const rules::LinearConstraints> rows,
                               std::shared_ptr<const rules::GlobalConstraints> global_constraints)
    : options_(problem.options()),
      rows_(std::move(rows)),
      global_constraints_(std::move(global_constraints)),
      is_chosen_(problem.options()) {}

std::vector<Clause> ConstraintCuts::beginning() const {
    std::vector<Clause> found;
    if (!global_constraints_) return found;
    for (const Graph& graph : global_constraints_->graphs()) {
        for (Index place = 0; graph.is_loop() && place < graph.places(); ++place) {
            const Meeting at = meeting_at(graph, place);
            const std::size_t size = at.options.size();
            if (size > kMostMeeting) continue;
            for (std::size_t a = 0; a < size; ++a) {
                if (a < at.once) found.push_back(goes_on(at, at.options[a]));
                for (std::size_t b = std::max(a + 1, at.once); b < size; ++b)
                    found.push_back({refused(at.options[a]), refused(at.options[b])});
                for (std::size_t b = a + 1; b < at.once; ++b)
                    for (std::size_t c = b + 1; c < at.once; ++c)
                        found.push_back({refused(at.options[a]), refused(at.options[b]), refused(at.options[c])});
            }
        }
    }
    return found;
}

std::vector<Clause> ConstraintCuts::broken(std::span<const Index> cover) {
    std::vector<Clause> found;
    if (!rows_ && !global_constraints_) return found;
    for (const Index option : cover) is_chosen_[option] = 1;
    if (rows_) of_sums(cover, found);
    if (global_constraints_)
        for (const Graph& graph : global_constraints_->graphs()) of_graph(graph, cover, found);
    for (const Index option : cover) is_chosen_[option] = 0;
    return found;
}

// What the chosen ones add and the others do not take away, until it is too much.
void ConstraintCuts::of_sums(std::span<const Index> cover, std::vector<Clause>& found) const {
    std::vector<Weight> sums(rows_->size());
    for (const Index option : cover)
        for (const rules::LinearConstraints::Share& share : rows_->shares(option)) sums[share.row] += share.weight;
    for (Index row = 0; row < rows_->size(); ++row) {
        if (sums[row] <= rows_->upper(row)) continue;
        std::vector<std::pair<Weight, Literal>> terms;
        Weight sum = 0;
        for (Index option = 0; option < options_; ++option) {
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
        found.push_back(std::move(clause));
    }
}

void ConstraintCuts::of_graph(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) {
    const std::size_t before = found.size();
    if (graph.is_loop()) of_ends(graph, cover, found);
    if (found.size() == before) of_parts(graph, cover, found);
}

// Lines that end, or of which more than two meet; or no line at all.
void ConstraintCuts::of_ends(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) const {
    std::vector<Index> times(graph.places());
    bool has_lines = false;
    for (const Index option : cover) {
        for (const Index place : graph.marked(option)) ++times[place];
        has_lines = has_lines || !graph.marked(option).empty();
    }
    if (!has_lines) {
        Clause& clause = found.emplace_back();
        for (Index option = 0; option < options_; ++option)
            if (!graph.marked(option).empty()) clause.push_back(chosen(option));
        return;
    }
    for (Index place = 0; place < graph.places(); ++place) {
        if (times[place] == 0 || times[place] == 2) continue;
        const Meeting at = meeting_at(graph, place);
        std::vector<Index> here;
        std::ranges::copy_if(at.options, std::back_inserter(here), [&](Index option) { return is_chosen_[option]; });
        if (times[place] == 1) {
            found.push_back(goes_on(at, here[0]));
            continue;
        }
        Clause& clause = found.emplace_back();
        for (const Index option : here) clause.push_back(refused(option));
    }
}

void ConstraintCuts::of_parts(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) {
    number_parts(graph, cover);
    if (sizes_.size() <= 2) return;  // part 0 has what is not marked
    const auto largest = static_cast<Index>(std::max_element(sizes_.begin() + 1, sizes_.end()) - sizes_.begin());
    for (Index part = 1; part < sizes_.size(); ++part) {
        if (part == largest) continue;
        Clause clause{refused(option_in(graph, cover, part)), refused(option_in(graph, cover, largest))};
        for (Index place = 0; place < graph.places(); ++place) {
            if (part_of_[place] != part) continue;
            for (const rules::GlobalConstraints::Way& way : graph.ways(place)) {
                if (part_of_[way.to] == part) continue;
                if (graph.is_loop())
                    clause.push_back(chosen(way.option));
                else
                    for (const Index option : graph.markers(way.to)) clause.push_back(chosen(option));
            }
        }
        sort_out(clause);
        found.push_back(std::move(clause));
    }
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
                if (part_of_[way.to] != 0 || (graph.is_loop() && !is_chosen_[way.option])) continue;
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

}  // namespace excover::learning
