// Constraints on all chosen options together, from Python.
#pragma once

#include <memory>
#include <vector>

#include "bindings/values.hpp"
#include "core/problem.hpp"
#include "rules/global_constraints.hpp"
#include "rules/linear_constraints.hpp"

namespace excover {

using namespace rules;

// Bounds on sums from Python: options (`array('I')`), the weight of each (`array('q')`), and what they sum to at most.
using RowTuple = TupleOf<Array<Index>, Array<Weight>, Weight>;

inline std::vector<LinearConstraint> linear_rows(const ListOf<RowTuple>& listed) {
    std::vector<LinearConstraint> rows;
    for (const nb::handle each : listed) {
        const auto row = nb::cast<nb::tuple>(each);
        if (row.size() != 3) throw InvalidProblem("a sum has options, weights and a bound");
        rows.push_back(
            {nb::cast<Array<Index>>(row[0]).copy(), nb::cast<Array<Weight>>(row[1]).copy(), nb::cast<Weight>(row[2])});
    }
    return rows;
}

// The same as several searches of one problem share them; null if there are none.
inline std::shared_ptr<const LinearConstraints> shared_rows(const Problem& problem, const ListOf<RowTuple>& listed,
                                                            bool is_shuffled) {
    if (listed.size() == 0) return nullptr;
    if (is_shuffled) throw InvalidProblem("linear constraints are of options in the given order");
    return std::make_shared<const LinearConstraints>(problem, linear_rows(listed));
}

// What all chosen options together must be, from Python: whether it is a loop, the places of each option (where they
// begin, and all of them, `array('I')`), and the neighbors of each place in the same way.
using GlobalTuple = TupleOf<bool, Array<Index>, Array<Index>, Array<Index>, Array<Index>>;

// As several searches of one problem share them; null if there are none.
inline std::shared_ptr<const GlobalConstraints> shared_global_constraints(const Problem& problem,
                                                                          const ListOf<GlobalTuple>& listed,
                                                                          bool is_shuffled) {
    if (listed.size() == 0) return nullptr;
    if (is_shuffled) throw InvalidProblem("global constraints are of options in the given order");
    std::vector<GlobalConstraint> global_constraints;
    for (const nb::handle each : listed) {
        const auto parts = nb::cast<nb::tuple>(each);
        if (parts.size() != 5) throw InvalidProblem("a global constraint has a kind, places and neighbors");
        const auto copy = [&](std::size_t k) { return nb::cast<Array<Index>>(parts[k]).copy(); };
        global_constraints.push_back({nb::cast<bool>(parts[0]), copy(1), copy(2), copy(3), copy(4)});
    }
    return std::make_shared<const GlobalConstraints>(problem, global_constraints);
}

}  // namespace excover
