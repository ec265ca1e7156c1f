// Bounds on sums inside the learning search: what follows from them, and why.
//
// Each row has a slack, of which every chosen option takes its reduced weight (rules/linear_constraints.hpp). An option
// that takes more than is left is refused. The reason is that those chosen before it took the rest: as few of them as
// suffice, the greediest first, so that the clause is short.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "learning/assignment.hpp"
#include "rules/linear_constraints.hpp"

namespace excover::learning {

class LinearRows {
public:
    // Null if there are none.
    explicit LinearRows(std::shared_ptr<const rules::LinearConstraints> rows);

    // What follows from the rows alone; false if that is a contradiction.
    bool start(Assignment& assignment);

    // Draws what follows from a literal that is true now; false if a row is broken, whose reason explain_row() gives.
    bool spread(Assignment& assignment, Literal literal, Index& broken);
    // The inverse of spread().
    void take_back(Literal literal);

    // Literals that are all false, because of which a literal of a row had to be true.
    void explain(const Assignment& assignment, Literal literal, Index row, std::vector<Literal>& out) const;
    // Literals that are all false, of which one has to be true.
    void explain_row(const Assignment& assignment, Index row, std::vector<Literal>& out) const;

    std::uint64_t updates() const { return updates_; }

private:
    void refuse_takers(Assignment& assignment, Index row);
    void take_in(const Assignment& assignment, Index row, Weight most, std::size_t before,
                 std::vector<Literal>& out) const;

    std::shared_ptr<const rules::LinearConstraints> rows_;
    std::vector<Weight> left_;  // of a row: of its slack
    std::uint64_t updates_ = 0;
};

}  // namespace excover::learning
