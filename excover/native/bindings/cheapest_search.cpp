// CheapestSearch.
#include "bindings/arrays.hpp"
#include "bindings/checked.hpp"
#include "bindings/define.hpp"
#include "sparse/cheapest_search.hpp"

using namespace nb::literals;

namespace excover {

namespace {

using CheckedCheapest = Checked<CheapestSearch>;

}  // namespace

void define_cheapest_search(nb::module_& m) {
    auto cheapest = nb::class_<CheckedCheapest>(m, "CheapestSearch", "Ever cheaper solutions, by branch and bound.");
    cheapest.def(
        "__init__",
        [](CheckedCheapest* self, const Problem& problem, const Array<CostBound::Cost>& costs) {
            new (self) CheckedCheapest(problem, problem, view(costs));
        },
        "problem"_a, "costs"_a.noconvert(), nb::keep_alive<1, 2>());
    define_search(cheapest);
}

}  // namespace excover
