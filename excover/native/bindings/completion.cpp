// Completion and is_automorphism.
#include <optional>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/define.hpp"
#include "bindings/values.hpp"
#include "symmetry/automorphisms.hpp"

using namespace nb::literals;

namespace excover {

namespace {

class CheckedCompletion {
public:
    CheckedCompletion(const Problem& problem, const Array<Cost>& costs, const Array<Index>& labels)
        : costs_(copy(costs)), completion_(problem, costs_, view(labels)) {}

    nb::object complete(const Array<Index>& items) const {
        const std::optional<Permutation> options = completion_.complete(view(items));
        return options ? nb::object(permutation_bytes(*options)) : nb::object(nb::none());
    }

private:
    const std::vector<Cost> costs_;
    const Completion completion_;
};

}  // namespace

void define_completion(nb::module_& m) {
    nb::class_<CheckedCompletion>(m, "Completion", "What permutations of some items do to all options.")
        .def(nb::init<const Problem&, const Array<Cost>&, const Array<Index>&>(), "problem"_a, "costs"_a.noconvert(),
             "labels"_a.noconvert(), nb::keep_alive<1, 2>())
        .def("complete", &CheckedCompletion::complete, "items"_a.noconvert());

    m.def("is_automorphism",
          [](const Problem& problem, const Array<Cost>& costs, const Array<Index>& images) {
              return is_automorphism(problem, view(costs), view(images));
          },
          "problem"_a, "costs"_a.noconvert(), "images"_a.noconvert());
}

}  // namespace excover
