// The Python module. Only the files of this room include Python's headers.
//
// Arrays come in as nb::ndarray and are copied in the body of a function, where running out of memory
// becomes MemoryError; nanobind's casters for STL containers would abort the process instead.
#include <nanobind/nanobind.h>

#include "core/engine.hpp"

namespace nb = nanobind;

namespace excover {

// Each in the file of its name.
void define_template(nb::module_& m);
void define_core(nb::module_& m);
void define_searches(nb::module_& m);
void define_cost(nb::module_& m);
void define_graph(nb::module_& m);
void define_symmetry(nb::module_& m);
void define_diagrams(nb::module_& m);
void define_clue_lines(nb::module_& m);
void define_proof_search(nb::module_& m);
void define_separation(nb::module_& m);

}  // namespace excover

using namespace excover;

NB_MODULE(_core, m) {
    m.doc() = "The native core: knows integers, not puzzles. Only ``excover.search`` imports it.";
    nb::set_leak_warnings(false);  // a program may end in the middle of a search

    nb::enum_<Stop>(m, "Stop", "Why a run came back; only ``EXHAUSTED`` means that there is nothing more to find.")
        .value("EXHAUSTED", Stop::exhausted)
        .value("SOLUTIONS", Stop::solutions)
        .value("NODES", Stop::nodes)
        .value("TIME", Stop::time);

    define_template(m);
    define_core(m);
    define_searches(m);
    define_cost(m);
    define_graph(m);
    define_symmetry(m);
    define_diagrams(m);
    define_clue_lines(m);
    define_proof_search(m);
    define_separation(m);
}
