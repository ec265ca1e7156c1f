// LinearRefutation.
#include <memory>

#include "bindings/checked.hpp"
#include "bindings/define.hpp"
#include "bindings/values.hpp"
#include "linear/linear_refutation.hpp"

using namespace nb::literals;

namespace excover {

namespace {

using CheckedRefutation = Checked<LinearRefutation>;

}  // namespace

void define_linear_refutation(nb::module_& m) {
    nb::class_<CheckedRefutation, CheckedEngine>(
        m, "LinearRefutation",
        "Weights of items that every option balances, but what is to be covered does not, by some modulus.\n\n"
        "Looks for nothing if its tables could take more than ``memory`` bytes. EXHAUSTED once weights are\n"
        "found, or are known not to be. Its nodes are steps: options taken in for each modulus, and weights\n"
        "tried; its updates are numbers added up.")
        .def(
            "__init__",
            [](CheckedRefutation* self, const Problem& problem, std::uint64_t memory) {
                new (self) CheckedRefutation(problem, std::make_unique<LinearRefutation>(problem, memory));
            },
            "problem"_a, "memory"_a, nb::keep_alive<1, 2>())
        .def_prop_ro(
            "modulus", [](const CheckedRefutation& self) { return self.search().modulus(); },
            "Of the weights; 0 if none were found.")
        .def_prop_ro(
            "weights", [](const CheckedRefutation& self) { return plain_list(self.search().weights()); },
            "Of every item, if they were found.");
}

}  // namespace excover
