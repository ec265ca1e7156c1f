// Diagram, and the exception of one that is too large.
#include <stdexcept>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/define.hpp"
#include "bindings/diagram_handle.hpp"
#include "bindings/looking.hpp"
#include "bindings/values.hpp"
#include "diagram/diagram_check.hpp"
#include "diagram/diagram_code.hpp"
#include "diagram/restricted.hpp"

using namespace nb::literals;

namespace excover {

namespace {

void read(DiagramHandle* self, nb::typed<nb::handle, Problem> problem, const nb::bytes& bytes, Index nodes,
          std::uint64_t edges, bool is_empty, std::uint64_t memory, const Look& look) {
    const auto* own = nb::cast<const Problem*>(problem);
    const std::span body(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
    std::shared_ptr<const Diagram> diagram;
    Passes passes;
    plan_decoding(passes, body, {own->options(), nodes, edges, is_empty}, memory, diagram);
    finish(passes, look);
    plan_check_of_paths(passes, *diagram, *own);
    finish(passes, look);
    new (self) DiagramHandle{nb::borrow(problem), own, std::move(diagram)};
}

nb::bytes encoded(const DiagramHandle& self, const Look& look) {
    std::vector<std::uint8_t> bytes;
    Passes passes;
    plan_encoding(passes, *self.diagram, bytes);
    finish(passes, look);
    return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

ListOf<TupleOf<Index, Index>> edges_of(const DiagramHandle& self, Index node) {
    if (node >= self.diagram->nodes()) throw std::out_of_range("there is no such node");
    nb::list edges;
    for (const Edge& edge : self.diagram->edges(node)) edges.append(nb::make_tuple(edge.option, edge.child));
    return edges;
}

nb::int_ solutions_without(const DiagramHandle& self, const Array<std::uint8_t>& banned, const Look& look) {
    if (banned.size() != self.diagram->options()) throw std::invalid_argument("one flag an option");
    std::vector<std::uint64_t> limbs;
    Passes passes;
    self.diagram->plan_solutions_without(passes, banned.view(), limbs);
    finish(passes, look);
    return integer(limbs);
}

DiagramHandle part(const DiagramHandle& self, const Array<std::uint8_t>& banned, const Array<std::uint8_t>& wanted,
                   const Look& look) {
    DiagramHandle part{self.owner, self.problem, nullptr};
    Passes passes;
    plan_restricted(passes, *self.diagram, banned.view(), wanted.view(), part.diagram);
    finish(passes, look);
    return part;
}

ListOf<nb::int_> marginals(const DiagramHandle& self, const Look& look) {
    std::vector<std::uint64_t> limbs;
    Passes passes;
    self.diagram->plan_marginals(passes, limbs);
    finish(passes, look);
    return integers(limbs, self.diagram->limbs());
}

RankingHandle ranking(const DiagramHandle& self, const Array<std::int64_t>& costs, const Look& look) {
    Passes passes;
    auto ranking = std::make_unique<DiagramRanking>(passes, self.diagram, costs.view());
    finish(passes, look);
    return {self, std::move(ranking)};
}

}  // namespace

void define_diagram(nb::module_& m) {
    const nb::object base = nb::module_::import_("excover.base.errors").attr("ExcoverError");
    const nb::exception<TooLarge> too_large(m, "TooLarge", nb::make_tuple(base, nb::handle(PyExc_RuntimeError)));
    too_large.attr("__doc__") = "A diagram takes more memory than it may.";

    nb::class_<DiagramHandle>(m, "Diagram",
                              "All solutions of a problem, as paths.\n\n"
                              "``look`` is called every few hundredths of a second; what it raises ends the call.")
        .def("__init__", &read, "problem"_a, "bytes"_a, "nodes"_a, "edges"_a, "is_empty"_a, "memory"_a, "look"_a,
             "What ``encoded`` gave; ValueError if the bytes are no such diagram, TooLarge if its numbers are.")
        .def("encoded", &encoded, "look"_a)
        .def("edges_of", &edges_of, "node"_a,
             "Each an option and a node, or the number of all nodes, which is the end of a solution.")
        .def_prop_ro(
            "is_empty", [](const DiagramHandle& self) { return self.diagram->is_empty(); },
            "There is no solution; a diagram without nodes that is not empty has one, without options.")
        .def_prop_ro("nodes", [](const DiagramHandle& self) { return self.diagram->nodes(); })
        .def_prop_ro("edges", [](const DiagramHandle& self) { return self.diagram->all_edges().size(); })
        .def_prop_ro("solutions", [](const DiagramHandle& self) { return integer(self.diagram->solutions()); })
        .def_prop_ro(
            "limbs", [](const DiagramHandle& self) { return self.diagram->limbs(); },
            "Of 64 bits, in every number of solutions.")
        .def("solutions_without", &solutions_without, "banned"_a.noconvert(), "look"_a,
             "``array('B')``, a flag an option.")
        .def("restricted", &part, "banned"_a.noconvert(), "wanted"_a.noconvert(), "look"_a,
             "The solutions without banned options and, if any is wanted, with one of those; flags as above.")
        .def("marginals", &marginals, "look"_a, "How many solutions choose each option.")
        .def(
            "cover",
            [](const DiagramHandle& self, const Array<std::uint64_t>& rank) {
                return self.verified(self.diagram->cover(rank.view()));
            },
            "rank"_a.noconvert(),
            "``array('Q')`` of so many limbs, the lowest first; IndexError beyond the last solution.")
        .def("ranking", &ranking, "costs"_a.noconvert(), "look"_a,
             "``array('q')``, one an option; their absolute values must not add up to 2**63.");
}

}  // namespace excover
