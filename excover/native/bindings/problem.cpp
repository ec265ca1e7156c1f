// Problem, and what is wrong with a cover.
#include "core/problem.hpp"
#include "bindings/arrays.hpp"
#include "bindings/define.hpp"
#include "bindings/values.hpp"
#include "core/verify.hpp"
#include "tree/tree_search.hpp"

using namespace nb::literals;

namespace excover {

void define_problem(nb::module_& m) {
    nb::class_<Problem>(
        m, "Problem",
        "A checked, immutable exact cover problem; the arrays are copied.\n\n"
        "``array('I')`` but for ``colored``, ``array('B')``. ValueError if they do not describe a problem.")
        .def(
            "__init__",
            [](Problem* self, const Array<Index>& lower, const Array<Index>& upper, const Array<std::uint8_t>& colored,
               const Array<Index>& starts, const Array<Index>& entries, const Array<Index>& colors) {
                new (self)
                    Problem({lower.view(), upper.view(), colored.view(), starts.view(), entries.view(), colors.view()});
            },
            "lower"_a.noconvert(), "upper"_a.noconvert(), "colored"_a.noconvert(), "starts"_a.noconvert(),
            "entries"_a.noconvert(), "colors"_a.noconvert())
        .def_prop_ro("items", &Problem::items)
        .def_prop_ro("options", &Problem::options);

    m.def(
        "fault",
        [](const Problem& problem, const Array<Index>& cover) -> Maybe<nb::str> {
            const auto wrong = Verifier(problem).fault(cover.view());
            return wrong ? nb::object(nb::str(wrong->c_str())) : nb::none();
        },
        "problem"_a, "cover"_a.noconvert(),
        "What is wrong with a cover (its option numbers ascending), or None if it is a solution.");
}

}  // namespace excover
