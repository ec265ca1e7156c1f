// The Python module. Only the files of this room include Python's headers.
//
// Arrays come in as nb::ndarray and are copied in the body of a function, where running out of memory
// becomes MemoryError; nanobind's casters for STL containers would abort the process instead.
#include "bindings/define.hpp"
#include "core/run.hpp"

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
    define_problem(m);
    define_engine(m);
    define_sparse_search(m);
    define_random_walks(m);
    define_lane_search(m);
    define_parallel_search(m);
    define_cheapest_search(m);
    define_graph_count(m);
    define_disk_count(m);
    define_forecast(m);
    define_diagram(m);
    define_diagram_ranking(m);
    define_diagram_search(m);
    define_learning_search(m);
    define_linear_refutation(m);
    define_clue_lines(m);
    define_permutation_group(m);
    define_starts(m);
    define_canonical_test(m);
    define_completion(m);
    define_images(m);
    define_preserving(m);
    define_proof_search(m);
    define_separation(m);
    define_tuning(m);
}
