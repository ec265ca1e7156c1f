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
        : costs_(costs.copy()), completion_(problem, costs_, labels.view()) {}

    Maybe<nb::bytes> complete(const Array<Index>& items) const {
        const std::optional<Permutation> options = completion_.complete(items.view());
        return options ? nb::object(permutation_bytes(*options)) : nb::none();
    }

private:
    const std::vector<Cost> costs_;
    const Completion completion_;
};

}  // namespace

void define_completion(nb::module_& m) {
    nb::class_<CheckedCompletion>(
        m, "Completion",
        "What permutations of some items do to all options; ``labels`` (``array('I')``) have to be kept.")
        .def(nb::init<const Problem&, const Array<Cost>&, const Array<Index>&>(), "problem"_a, "costs"_a.noconvert(),
             "labels"_a.noconvert(), nb::keep_alive<1, 2>())
        .def("complete", &CheckedCompletion::complete, "items"_a.noconvert(),
             "Images of items, 2**32 - 1 for unknown ones; None where no automorphism follows.");

    m.def(
        "is_automorphism",
        [](const Problem& problem, const Array<Cost>& costs, const Array<Index>& images) {
            return is_automorphism(problem, costs.view(), images.view());
        },
        "problem"_a, "costs"_a.noconvert(), "images"_a.noconvert(),
        "Does a permutation of options come with one of the items that keeps bounds, colors and costs?");
}

}  // namespace excover
