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

class CheckedDiagram : public Checked<DiagramSearch> {
public:
    using Checked::Checked;

    Maybe<DiagramHandle> diagram(nb::typed<nb::handle, Problem> problem) const override {
        if (!search().diagram()) return nb::none();
        return nb::cast(DiagramHandle{nb::borrow(problem), nb::cast<const Problem*>(problem), search().diagram()});
    }
};

std::unique_ptr<DiagramBuilder> builder_for(const Problem& problem, std::uint64_t memory, unsigned threads) {
    std::string obstacle;
    auto builder = make_diagram_builder(problem, memory, threads, obstacle);
    if (!builder) throw std::invalid_argument("the graph engine does not apply: " + obstacle);
    return builder;
}

}  // namespace

void define_diagram_search(nb::module_& m) {
    auto search = nb::class_<CheckedDiagram, CheckedEngine>(
        m, "DiagramSearch",
        "All solutions by way of their diagram; ValueError where that does not apply.\n\n"
        "``run`` builds it first, or raises TooLarge.");
    search
        .def(
            "__init__",
            [](CheckedDiagram* self, const Problem& problem, std::uint64_t memory, unsigned threads) {
                new (self)
                    CheckedDiagram(problem, std::make_unique<DiagramSearch>(builder_for(problem, memory, threads)));
            },
            "problem"_a, "memory"_a, "threads"_a, nb::keep_alive<1, 2>())
        .def(
            "__init__",
            [](CheckedDiagram* self, const Problem& problem, const DiagramHandle& data) {
                new (self) CheckedDiagram(problem, std::make_unique<DiagramSearch>(data.diagram));
            },
            "problem"_a, "diagram"_a, nb::keep_alive<1, 2>());
}

}  // namespace excover
