// DiagramRanking.
#include "bindings/define.hpp"
#include "bindings/diagram_handle.hpp"
#include "bindings/values.hpp"

using namespace nb::literals;

namespace excover {

void define_diagram_ranking(nb::module_& m) {
    nb::class_<RankingHandle>(m, "DiagramRanking", "The solutions of a diagram, cheapest first.")
        .def("__next__", [](RankingHandle& self) {
            std::vector<Index> cover;
            std::int64_t cost = 0;
            if (!self.ranking->next(cover, cost)) throw nb::stop_iteration();
            return TupleOf<std::int64_t, Cover>(nb::make_tuple(cost, self.data.verified(cover)));
        });
}

}  // namespace excover
