// What follows from linear and global constraints inside the learning search, and why.
//
// Linear ones are followed in two ways at once, each of which decides in a moment what takes the other one for ever:
// with prices of items (LinearRows), a tiling whose cost is bounded needs 8 nodes instead of 1,139; with the least
// weight of each group of options (GroupedRows), a Sudoku with 8 sums needs 128 nodes instead of more than 489,873.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "learning/assignment.hpp"
#include "learning/clause_log.hpp"
#include "rules/global_constraints.hpp"
#include "rules/linear_constraints.hpp"

namespace excover::learning {

// Bounds on sums inside the learning search: what follows from them, and why.
//
// Each row has a slack, of which every chosen option takes its reduced weight (rules/linear_constraints.hpp). An option
// that takes more than is left is refused. The reason is that those chosen before it took the rest: as few of them as
// suffice, the greediest first, so that the clause is short.
class LinearRows {
public:
    // Null if there are none.
    explicit LinearRows(std::shared_ptr<const rules::LinearConstraints> rows);

    // What follows from the rows alone; false if one is broken.
    bool start(Assignment& assignment, Index& broken);

    // Draws what follows from a literal that is true now; false if a row is broken, whose reason explain_row() gives.
    bool spread(Assignment& assignment, Literal literal, Index& broken);
    // The inverse of spread().
    void take_back(Literal literal);

    // Literals that are all false, because of which a literal of a row had to be true.
    void explain(const Assignment& assignment, Literal literal, Index row, std::vector<Literal>& out) const;
    // Literals that are all false, of which one has to be true.
    void explain_row(const Assignment& assignment, Index row, std::vector<Literal>& out) const;
    // The constraints whose sum contradicts that all these literals are false.
    void sum_up(Index row, const ClauseLog& log, std::vector<Term>& terms) const;

    std::uint64_t updates() const { return updates_; }

private:
    void refuse_takers(Assignment& assignment, Index row);
    void take_in(const Assignment& assignment, Index row, Weight most, std::size_t before,
                 std::vector<Literal>& out) const;

    std::shared_ptr<const rules::LinearConstraints> rows_;
    std::vector<Weight> left_;  // of a row: of its slack
    std::uint64_t updates_ = 0;
};

// Bounds on sums by groups of options of which exactly one is chosen: such as the numbers of a cell.
//
// The least weight of each group that is not refused yet, together, is the least sum. An option that would raise it
// above the bound is refused. (Linear inequalities of integer variables: P. Shaw and others; explained as in lazy
// clause generation, O. Ohrimenko, P. Stuckey and M. Codish, Constraints 14, 2009.) An option without such an item is a
// group with a member for not choosing it. While LinearRows has prices of the beginning, this follows what is
// refused.

class GroupedRows {
public:
    // Null if there are none.
    explicit GroupedRows(const std::shared_ptr<const rules::LinearConstraints>& rows);

    // What follows from the rows alone; false if one is broken.
    bool start(Assignment& assignment, Index& broken);

    // Draws what follows from a literal that is true now; false if a row is broken, whose reason explain_row() gives.
    bool spread(Assignment& assignment, Literal literal, Index& broken);
    // The inverse of spread(), of the last literal.
    void take_back(Literal literal);

    // Literals that are all false, because of which a literal had to be true; the index of its reason is a group.
    void explain(const Assignment& assignment, Literal literal, Index group, std::vector<Literal>& out) const;
    // Literals that are all false, of which one has to be true.
    void explain_row(const Assignment& assignment, Index row, std::vector<Literal>& out) const;
    // The constraints whose sum contradicts that a literal is false, and all literals that explain it; or, for kNone,
    // all that explain the row with that number.
    void sum_up(const Assignment& assignment, Literal literal, Index group, const ClauseLog& log,
                std::vector<Term>& terms) const;

    std::uint64_t updates() const { return updates_; }

private:
    // Gone as soon as the literal is true. Of a single option, or one whose item has only options of another weight
    // besides, it is a member that it is not chosen: when the lighter one is gone, the least sum rises, and nothing
    // else has to be known.
    struct Member {
        Weight weight;
        Literal remover;
        bool is_gone = false;
    };
    struct Group {
        Index row;
        bool is_of_item;  // or of one option
        Index item;  // of which exactly one option is chosen, or kNone
        Weight rest;  // what others than the one option weigh
        Weight width;  // the greatest difference of weights
        std::vector<Member> members;  // the lightest first
        std::size_t least = 0;  // the first one that is not gone; the last one if all are
    };
    struct Row {
        Weight upper, least = 0;
        std::vector<Index> groups;  // the widest first
    };
    using Prices = std::vector<std::pair<Index, Weight>>;  // of items, with which no option of a group weighs less
    struct Place {
        Index group, member;
    };
    struct Rise {
        Index row;
        Weight width;
    };

    void add_group(bool is_of_item, Index item, Weight rest, std::vector<Member> members);
    bool narrow(Assignment& assignment, Index row);
    void explain_sum(const Assignment& assignment, const Row& row, Weight sum, Index but, std::size_t before,
                     std::vector<Literal>& out, Prices* prices) const;
    void explain(const Assignment& assignment, Literal literal, Index group, std::vector<Literal>& out,
                 Prices* prices) const;
    Weight least_before(const Assignment& assignment, const Group& group, std::size_t before,
                        std::vector<Literal>* reasons) const;

    std::vector<Row> rows_;
    std::vector<Group> groups_;
    Lists<Place> places_;  // of a literal: the members of items that it removes
    Lists<Rise> rises_;  // of a literal: the lighter members of one option that it removes
    std::vector<Index> raised_;  // scratch: rows whose least sum has become more
    std::uint64_t updates_ = 0;
};

// Cuts for what all chosen options together must be (rules/global_constraints.hpp), and for bounds on sums: clauses of
// options that hold in every solution.
//
// They are made when they are needed: where a set of options that keeps to the items breaks a constraint, a clause that
// it breaks, too. For parts of what must be connected, each part but the largest: an option leaves it, or one of two
// options, in this part and in another one, is not chosen. For loops, likewise, a line leaves one. For an area that is
// too small, an option leaves it; of one that is too large, an option is not chosen. (G. Dantzig, R.
// Fulkerson and S. Johnson, "Solution of a large-scale traveling-salesman problem", Operations Research 2 (1954); as
// clauses: "lazy clause generation", see learning_search.hpp.)

using Clause = std::vector<Literal>;

// Each literal once, ascending.
void sort_out(Clause& clause);

class ConstraintCuts {
public:
    // Null if there are none.
    ConstraintCuts(const Problem& problem, std::shared_ptr<const rules::LinearConstraints> rows,
                   std::shared_ptr<const rules::GlobalConstraints> global_constraints);

    // A clause that a set of options breaks because of a bound on a sum or a global constraint, by its number.
    struct Cut {
        Clause clause;
        bool is_of_sum;
        Index number;
    };

    // Takes those that are known from the beginning, one by one: of the lines that meet at places where few may.
    void each_known(const std::function<void(Cut)>& take) const;

    // Those that a set of options breaks, ascending; none if it keeps to all constraints.
    std::vector<Cut> broken(std::span<const Index> cover);

private:
    using Graph = rules::GlobalConstraints::Graph;

    void of_sums(std::span<const Index> cover, std::vector<Cut>& found) const;
    void of_graph(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found);
    void of_ends(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) const;
    void of_areas(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found);
    void of_parts(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) const;
    void of_paths(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) const;
    void leave(const Graph& graph, Index part, Clause& clause) const;
    void number_parts(const Graph& graph, std::span<const Index> cover);
    Index option_in(const Graph& graph, std::span<const Index> cover, Index part) const;

    std::shared_ptr<const rules::LinearConstraints> rows_;
    std::shared_ptr<const rules::GlobalConstraints> global_constraints_;
    std::vector<std::uint8_t> is_chosen_;  // of an option
    std::vector<Index> part_of_;  // of a place: 0 if it is not marked
    std::vector<Index> sizes_;  // of a part, in places
    rules::AreaWalk walk_;
};

constexpr std::uint32_t kMostLooks = std::uint32_t{1} << 31;

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
class Connectivity {
public:
    // Null if there are none.
    // `is_logged`: what follows before any decision has a reason, too, and none is of the length of ways.
    Connectivity(const Problem& problem, std::shared_ptr<const rules::GlobalConstraints> global_constraints,
                 bool is_logged = false);

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
    // From which constraint, and from which item if that is not kNone, a reason follows; and the last contradiction.
    struct Origin {
        Index graph, item;
    };
    const Origin& origin(std::uint32_t cut) const { return cuts_[cut].origin; }
    const Origin& origin() const { return origin_; }
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
        Index least_by = kNone;  // the item that demands them
        bool is_new = true;  // something has changed since it was looked at
        std::vector<Index> changed;  // if there are areas: places that have changed since then
        std::vector<std::uint8_t> is_changed;  // of a place
    };
    struct Cut {
        std::size_t begin, trail;  // in `literals_`; the length of the trail when it was made
        Origin origin;
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
    Index size_of_part(const Graph& graph, const State& state, Index start, Index most);
    bool narrow_area(Assignment& assignment, const Graph& graph, const State& state, const Area& area, Index part,
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
    Origin origin_{0, kNone};  // of it
    const bool is_logged_;
    std::vector<Literal> literals_;
    std::vector<Cut> cuts_;
    std::vector<Lists<Index>> areas_at_;  // of a graph, of a place: the areas that begin there
    std::vector<Index> reach_;  // of a graph: the most places between what changes and the start of an area
    std::vector<Index> greatest_least_;  // of a graph: of its areas
    // Of a place, while areas are followed: the size of what may hang together with it, or 0; and an area that was
    // followed from there, or null. The places of which they are known.
    std::vector<Index> part_sizes_, walked_;
    std::vector<const Area*> followed_by_;
    std::vector<Index> followed_;
    rules::AreaWalk walk_;
    std::uint64_t updates_ = 0, near_work_ = 0;
};

}  // namespace excover::learning
