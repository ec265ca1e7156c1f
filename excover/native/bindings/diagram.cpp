// Diagram, and the exception of one that is too large.
#include <stdexcept>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/define.hpp"
#include "bindings/diagram_handle.hpp"
#include "bindings/values.hpp"
#include "diagram/diagram_check.hpp"
#include "diagram/diagram_code.hpp"
#include "diagram/restricted.hpp"

using namespace nb::literals;

namespace excover {

void define_diagram(nb::module_& m) {
    const nb::object base = nb::module_::import_("excover.errors").attr("ExcoverError");
    nb::exception<TooLarge>(m, "TooLarge", nb::make_tuple(base, nb::handle(PyExc_RuntimeError)));

    nb::class_<DiagramHandle>(m, "Diagram", "All solutions of a problem.")
        .def(
            "__init__",
            [](DiagramHandle* self, nb::handle problem, const nb::bytes& bytes, Index nodes, std::uint64_t edges,
               bool is_empty, std::uint64_t memory) {
                const auto* own = nb::cast<const Problem*>(problem);
                const std::span body(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
                auto diagram = decode(body, {own->options(), nodes, edges, is_empty}, memory);
                check_paths(*diagram, *own);
                new (self) DiagramHandle{nb::borrow(problem), own, std::move(diagram)};
            },
            "problem"_a, "bytes"_a, "nodes"_a, "edges"_a, "is_empty"_a, "memory"_a)
        .def("encoded",
             [](const DiagramHandle& self) {
                 const std::vector<std::uint8_t> bytes = encode(*self.diagram);
                 return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
             })
        .def("edges_of",
             [](const DiagramHandle& self, Index node) {
                 if (node >= self.diagram->nodes()) throw std::out_of_range("there is no such node");
                 nb::list edges;
                 for (const Edge& edge : self.diagram->edges(node)) edges.append(nb::make_tuple(edge.option, edge.child));
                 return edges;
             },
             "node"_a)
        .def_prop_ro("is_empty", [](const DiagramHandle& self) { return self.diagram->is_empty(); })
        .def_prop_ro("nodes", [](const DiagramHandle& self) { return self.diagram->nodes(); })
        .def_prop_ro("edges", [](const DiagramHandle& self) { return self.diagram->all_edges().size(); })
        .def_prop_ro("solutions", [](const DiagramHandle& self) { return integer(self.diagram->solutions()); })
        .def_prop_ro("limbs", [](const DiagramHandle& self) { return self.diagram->limbs(); })
        .def(
            "solutions_without",
            [](const DiagramHandle& self, const Array<std::uint8_t>& banned) {
                if (banned.shape(0) != self.diagram->options()) throw std::invalid_argument("one flag an option");
                return integer(self.diagram->solutions_without(view(banned)));
            },
            "banned"_a.noconvert())
        .def(
            "restricted",
            [](const DiagramHandle& self, const Array<std::uint8_t>& banned, const Array<std::uint8_t>& wanted) {
                return DiagramHandle{self.owner, self.problem,
                                          restricted(*self.diagram, view(banned), view(wanted))};
            },
            "banned"_a.noconvert(), "wanted"_a.noconvert())
        .def("marginals",
             [](const DiagramHandle& self) { return integers(self.diagram->marginals(), self.diagram->limbs()); })
        .def(
            "cover",
            [](const DiagramHandle& self, const Array<std::uint64_t>& rank) {
                return self.verified(self.diagram->cover(view(rank)));
            },
            "rank"_a.noconvert())
        .def(
            "ranking",
            [](const DiagramHandle& self, const Array<std::int64_t>& costs) {
                return RankingHandle{self, DiagramRanking(self.diagram, view(costs))};
            },
            "costs"_a.noconvert());
}

}  // namespace excover
