// DiagramSearch.
#include <memory>
#include <stdexcept>
#include <string>

#include "bindings/checked.hpp"
#include "bindings/define.hpp"
#include "bindings/diagram_handle.hpp"

using namespace nb::literals;

namespace excover {

namespace {

using CheckedDiagram = Checked<DiagramSearch>;

std::unique_ptr<DiagramBuilder> builder_for(const Problem& problem, std::uint64_t memory,
                                            unsigned threads) {
    std::string obstacle;
    auto builder = make_diagram_builder(problem, memory, threads, obstacle);
    if (!builder) throw std::invalid_argument("the graph engine does not apply: " + obstacle);
    return builder;
}

}  // namespace

void define_diagram_search(nb::module_& m) {
    auto search = nb::class_<CheckedDiagram>(m, "DiagramSearch", "All solutions by way of their diagram; ValueError where that does not apply.\n\n"
                         "``run`` builds it first, or raises TooLarge.");
    search
        .def(
            "__init__",
            [](CheckedDiagram* self, const Problem& problem, std::uint64_t memory, unsigned threads) {
                new (self) CheckedDiagram(problem, builder_for(problem, memory, threads));
            },
            "problem"_a, "memory"_a, "threads"_a, nb::keep_alive<1, 2>())
        .def(
            "__init__",
            [](CheckedDiagram* self, const Problem& problem, const DiagramHandle& data) {
                new (self) CheckedDiagram(problem, data.diagram);
            },
            "problem"_a, "diagram"_a, nb::keep_alive<1, 2>())
        .def(
            "diagram",
            [](const CheckedDiagram& self, nb::typed<nb::handle, Problem> problem) -> Maybe<DiagramHandle> {
                if (!self.search().diagram()) return nb::none();
                return nb::cast(DiagramHandle{nb::borrow(problem), nb::cast<const Problem*>(problem),
                                                   self.search().diagram()});
            },
            "problem"_a, "What was built, if it is done; ``problem`` is the one it was built for.");
    search.def("go_on_from", &CheckedDiagram::go_on_from, "position"_a,
               "Hand out only what another search of the problem has not met.");
    search
        .def_prop_ro("level", [](const CheckedDiagram& self) { return self.search().level(); },
                     "Levels that the sweep has left behind which builds it; 0 once it is built.")
        .def_prop_ro("levels", [](const CheckedDiagram& self) { return self.search().levels(); },
                     "All of them; 0 once it is built.");
    define_search(search);
}

}  // namespace excover
