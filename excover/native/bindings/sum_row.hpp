// Bounds on sums from Python: options (`array('I')`), the weight of each (`array('q')`), and what they sum to at most.
#pragma once

#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/values.hpp"
#include "core/sum_row.hpp"

namespace excover {

using RowTuple = TupleOf<Array<Index>, Array<Weight>, Weight>;

inline std::vector<SumRow> sum_rows(const ListOf<RowTuple>& listed) {
    std::vector<SumRow> rows;
    for (const nb::handle each : listed) {
        const auto row = nb::cast<nb::tuple>(each);
        if (row.size() != 3) throw InvalidProblem("a sum has options, weights and a bound");
        rows.push_back({nb::cast<Array<Index>>(row[0]).copy(), nb::cast<Array<Weight>>(row[1]).copy(), nb::cast<Weight>(row[2])});
    }
    return rows;
}

}  // namespace excover
