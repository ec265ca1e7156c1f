// What follows while the search goes on from what must be connected.
//
// What is not refused yet is a graph. Marked places in two parts of it contradict each other; what lies in another part
// than a marked place is refused; and a place that separates two marked ones is marked, too (R. Tarjan, "Depth-first
// search and linear graph algorithms", SIAM J. Computing 1, 1972). The reason is a cut: the places between that cannot
// be marked any more, as few of them as separate both sides, and an option chosen on each side.
//
// Where an item bounds how many places are marked, what cannot be joined with the marked ones by so few is refused, and
// a place without which too few could be is marked.
//
// Areas (areas.cpp) are followed from what has changed: an area with as many places as it may have gets no further one,
// one that would have too many with a place does not get it, and one that has too few takes the only way on. The reason
// is what is marked in it, or refused around it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "learning/assignment.hpp"
#include "rules/global_constraints.hpp"

namespace excover::learning {

constexpr std::uint32_t kMostLooks = std::uint32_t{1} << 31;

class Connectivity {
public:
    // Null if there are none.
    Connectivity(const Problem& problem, std::shared_ptr<const rules::GlobalConstraints> global_constraints);

    // Notes a literal that is true now.
    void spread(Literal literal);
    // The inverse of spread().
    void take_back(Literal literal);

    // Draws what follows from all that was spread; false if that is a contradiction, and `conflict` has literals that
    // are all false, of which one has to be true. Does nothing for what must be connected while that was much work
    // beside that of `others`; areas, which decide about most of a puzzle that has them, are always followed.
    bool narrow(Assignment& assignment, std::uint64_t others, std::vector<Literal>& conflict);

    // Literals that are all false, because of which a literal with this index of a reason had to be true.
    std::span<const Literal> reason(std::uint32_t cut) const {
        return {literals_.data() + cuts_[cut].begin,
                (cut + 1 < cuts_.size() ? cuts_[cut + 1].begin : literals_.size()) - cuts_[cut].begin};
    }
    // Forgets the reasons of what is not on the trail any more, which has this length.
    void back_to(std::size_t trail);

    std::uint64_t updates() const { return updates_ + near_work_ + walk_.work(); }

private:
    using Area = rules::Area;
    using Graph = rules::GlobalConstraints::Graph;

    struct State {
        std::vector<Index> chosen, alive;  // of a place: by how many options it is marked, and may be
        Index marked = 0;  // how many places are
        Index least = 0, most = kNone;  // how many are in a solution
        bool is_new = true;  // something has changed since it was looked at
        std::vector<Index> changed;  // if there are areas: places that have changed since then
        std::vector<std::uint8_t> is_changed;  // of a place
    };
    struct Cut {
        std::size_t begin, trail;  // in `literals_`; the length of the trail when it was made
    };

    bool narrow(Assignment& assignment, const Graph& graph, State& state, std::vector<Literal>& conflict);
    void walk(const Graph& graph, const State& state, Index root);
    bool refuse_unreached(Assignment& assignment, const Graph& graph, const State& state, Index root,
                          std::vector<Literal>& conflict);
    void mark_separators(Assignment& assignment, const Graph& graph, const State& state, Index root);
    bool keep_within(Assignment& assignment, const Graph& graph, const State& state, Index root,
                     std::vector<Literal>& conflict);
    void mark_ways(Assignment& assignment, const Graph& graph, const State& state, Index root);
    void take_in(const Assignment& assignment, const Graph& graph, Index place);
    static void bound(const Problem& problem, const Graph& graph, State& state);
    void find_cut(const Assignment& assignment, const Graph& graph, Index other);
    Literal reason_of(const Assignment& assignment, const Graph& graph, Index place) const;
    Index root_of(const Assignment& assignment, const Graph& graph, const State& state,
                  std::span<const Index> places) const;
    void follow(Assignment& assignment, Literal literal, std::uint32_t& cut);

    void begin_areas(const Graph& graph, State& state);
    bool narrow_areas(Assignment& assignment, std::size_t number, std::vector<Literal>& conflict);
    void find_near(const Graph& graph, const State& state, Index reach);
    bool narrow_area(Assignment& assignment, const Graph& graph, const State& state, const Area& area,
                     std::vector<Literal>& conflict);
    void keep_small(Assignment& assignment, const Graph& graph, const State& state, const Area& area, bool counts);
    void let_grow(Assignment& assignment, const Graph& graph, const State& state, const Area& area, bool counts);
    void reason_of_size(const Assignment& assignment, const Graph& graph, const State& state, const Area& area);
    void reason_of_border(const Graph& graph, const State& state, const Area& area, Index but);
    bool refute(Assignment& assignment, const Area& area, std::vector<Literal>& conflict);
    void choose_only(Assignment& assignment, const Graph& graph, Index place);

    std::shared_ptr<const rules::GlobalConstraints> global_constraints_;
    std::vector<State> states_;  // of a graph
    Lists<Index> graphs_of_;  // of an option: those of which it marks places
    std::vector<Index> all_places_;
    // Of a depth-first walk: the places in the order of the first visit; of a place, its number there from 1 on, or 0;
    // the least number that is reached from those behind it in the tree, how many these are, and how many are marked.
    std::vector<Index> order_, number_, low_, parent_, size_, marks_, next_, behind_;
    std::vector<Index> side_, waiting_, near_, border_;
    std::vector<std::uint32_t> seen_;  // of a place: the last look that saw it on a side, plus 1 on the border
    std::uint32_t look_ = 0;
    std::vector<Literal> found_;  // a cut
    std::vector<Literal> literals_;
    std::vector<Cut> cuts_;
    std::vector<Lists<Index>> areas_at_;  // of a graph, of a place: the areas that begin there
    std::vector<Index> reach_;  // of a graph: the most places between what changes and the start of an area
    rules::AreaWalk walk_;
    std::uint64_t updates_ = 0, near_work_ = 0;
};

}  // namespace excover::learning
