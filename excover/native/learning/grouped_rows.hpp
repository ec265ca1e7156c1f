// Bounds on sums by groups of options of which exactly one is chosen: such as the numbers of a cell.
//
// The least weight of each group that is not refused yet, together, is the least sum. An option that would raise it
// above the bound is refused. (Linear inequalities of integer variables: P. Shaw and others; explained as in lazy
// clause generation, O. Ohrimenko, P. Stuckey and M. Codish, Constraints 14, 2009.) An option without such an item is a
// group with a member for not choosing it. While linear_rows.hpp has prices of the beginning, this follows what is
// refused.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "learning/assignment.hpp"
#include "rules/linear_constraints.hpp"

namespace excover::learning {

class GroupedRows {
public:
    // Null if there are none.
    GroupedRows(const Problem& problem, const std::shared_ptr<const rules::LinearConstraints>& rows);

    // What follows from the rows alone; false if that is a contradiction.
    bool start(Assignment& assignment);

    // Draws what follows from a literal that is true now; false if a row is broken, whose reason explain_row() gives.
    bool spread(Assignment& assignment, Literal literal, Index& broken);
    // The inverse of spread(), of the last literal.
    void take_back(Literal literal);

    // Literals that are all false, because of which a literal had to be true; the index of its reason is a group.
    void explain(const Assignment& assignment, Literal literal, Index group, std::vector<Literal>& out) const;
    // Literals that are all false, of which one has to be true.
    void explain_row(const Assignment& assignment, Index row, std::vector<Literal>& out) const;

    std::uint64_t updates() const { return updates_; }

private:
    // Gone as soon as the literal is true.
    struct Member {
        Weight weight;
        Literal remover;
        bool is_gone = false;
    };
    struct Group {
        Index row;
        bool is_of_item;
        std::vector<Member> members;  // the lightest first
        std::size_t least = 0;  // the first one that is not gone; the last one if all are
    };
    struct Row {
        Weight upper, least = 0, widest = 0;  // the greatest difference of weights within a group
        std::vector<Index> groups;
    };
    struct Place {
        Index group, member;
    };

    void add_row(const Problem& problem, const std::vector<std::vector<Index>>& columns, Weight upper,
                 const std::vector<std::pair<Index, Weight>>& terms);
    void add_group(bool is_of_item, std::vector<Member> members);
    bool narrow(Assignment& assignment, Index row);
    void explain_sum(const Assignment& assignment, const Row& row, Weight sum, Index but, std::size_t before,
                     std::vector<Literal>& out) const;
    Weight least_before(const Assignment& assignment, const Group& group, std::size_t before,
                        std::vector<Literal>* reasons) const;

    std::vector<Row> rows_;
    std::vector<Group> groups_;
    std::vector<std::vector<Place>> places_;  // of a literal: the members that it removes
    std::uint64_t updates_ = 0;
};

}  // namespace excover::learning
