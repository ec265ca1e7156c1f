// Cuts for what all chosen options together must be (rules/global_constraints.hpp), and for bounds on sums: clauses of
// options that hold in every solution.
//
// They are made when they are needed: where a set of options that keeps to the items breaks a constraint, a clause that
// it breaks, too. For parts of what must be connected, each part but the largest: an option leaves it, or one of two
// options, in this part and in another one, is not chosen. For loops, likewise, a line leaves one. (G. Dantzig, R.
// Fulkerson and S. Johnson, "Solution of a large-scale traveling-salesman problem", Operations Research 2 (1954); as
// clauses: "lazy clause generation", see learning_search.hpp.)
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "learning/assignment.hpp"
#include "rules/global_constraints.hpp"
#include "rules/linear_constraints.hpp"

namespace excover::learning {

using Clause = std::vector<Literal>;

class ConstraintCuts {
public:
    // Null if there are none.
    ConstraintCuts(const Problem& problem, std::shared_ptr<const rules::LinearConstraints> rows,
                   std::shared_ptr<const rules::GlobalConstraints> global_constraints);

    // Those that are known from the beginning: of the lines that meet at places where few may.
    std::vector<Clause> beginning() const;

    // Those that a set of options breaks; none if it keeps to all constraints.
    std::vector<Clause> broken(std::span<const Index> cover);

private:
    using Graph = rules::GlobalConstraints::Graph;

    void of_sums(std::span<const Index> cover, std::vector<Clause>& found) const;
    void of_graph(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found);
    void of_ends(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found) const;
    void of_parts(const Graph& graph, std::span<const Index> cover, std::vector<Clause>& found);
    void number_parts(const Graph& graph, std::span<const Index> cover);
    Index option_in(const Graph& graph, std::span<const Index> cover, Index part) const;

    const Index options_;
    std::shared_ptr<const rules::LinearConstraints> rows_;
    std::shared_ptr<const rules::GlobalConstraints> global_constraints_;
    std::vector<std::uint8_t> is_chosen_;  // of an option
    std::vector<Index> part_of_;  // of a place: 0 if it is not marked
    std::vector<Index> sizes_;  // of a part, in places
};

}  // namespace excover::learning
