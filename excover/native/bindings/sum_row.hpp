// Bounds on sums from Python: options (`array('I')`), the weight of each (`array('q')`), and what they sum to at most.
#pragma once

#include <memory>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/values.hpp"
#include "core/sum_row.hpp"
#include "sparse/sum_rows.hpp"

namespace excover {

using RowTuple = TupleOf<Array<Index>, Array<Weight>, Weight>;

inline std::vector<SumRow> sum_rows(const ListOf<RowTuple>& listed) {
    std::vector<SumRow> rows;
    for (const nb::handle each : listed) {
        const auto row = nb::cast<nb::tuple>(each);
        if (row.size() != 3) throw InvalidProblem("a sum has options, weights and a bound");
        rows.push_back(
            {nb::cast<Array<Index>>(row[0]).copy(), nb::cast<Array<Weight>>(row[1]).copy(), nb::cast<Weight>(row[2])});
    }
    return rows;
}

// The same as several searches of one problem share them; null if there are none.
inline std::shared_ptr<const SumRows> shared_rows(const Problem& problem, const ListOf<RowTuple>& listed,
                                                  bool is_shuffled) {
    if (listed.size() == 0) return nullptr;
    if (is_shuffled) throw InvalidProblem("sums are of options in the given order");
    return std::make_shared<const SumRows>(problem, sum_rows(listed));
}

}  // namespace excover
