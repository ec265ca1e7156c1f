// The classes of the module, each defined in the file of its name.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace excover {

void define_problem(nb::module_& m);
void define_engine(nb::module_& m);
void define_separation(nb::module_& m);
void define_sparse_search(nb::module_& m);
void define_random_walks(nb::module_& m);
void define_lane_search(nb::module_& m);
void define_parallel_search(nb::module_& m);
void define_cheapest_search(nb::module_& m);
void define_graph_count(nb::module_& m);
void define_disk_count(nb::module_& m);
void define_forecast(nb::module_& m);
void define_diagram(nb::module_& m);
void define_diagram_ranking(nb::module_& m);
void define_diagram_search(nb::module_& m);
void define_learning_search(nb::module_& m);
void define_linear_refutation(nb::module_& m);
void define_clue_lines(nb::module_& m);
void define_permutation_group(nb::module_& m);
void define_starts(nb::module_& m);
void define_canonical_test(nb::module_& m);
void define_completion(nb::module_& m);
void define_images(nb::module_& m);
void define_preserving(nb::module_& m);
void define_proof_search(nb::module_& m);
void define_template(nb::module_& m);
void define_tuning(nb::module_& m);

}  // namespace excover
