// Preserving; its work comes in short slices, with the interpreter's lock.
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/define.hpp"
#include "bindings/group_handle.hpp"
#include "bindings/values.hpp"
#include "symmetry/preserving.hpp"

using namespace nb::literals;

namespace excover {

namespace {

class CheckedPreserving {
public:
    CheckedPreserving(const GroupHandle& group, const Array<Index>& kept, const Problem& left, const Array<Cost>& costs)
        : costs_(costs.copy()), search_(*group.group, kept.view(), left, costs_) {}

    Preserving& search() { return search_; }

private:
    const std::vector<Cost> costs_;
    Preserving search_;
};

}  // namespace

void define_preserving(nb::module_& m) {
    nb::class_<CheckedPreserving>(
        m, "Preserving", "The subgroup that preserves the options ``kept``, which are those of the problem ``left``.")
        .def(nb::init<const GroupHandle&, const Array<Index>&, const Problem&, const Array<Cost>&>(), "group"_a,
             "kept"_a.noconvert(), "left"_a, "costs"_a.noconvert(), nb::keep_alive<1, 2>(), nb::keep_alive<1, 4>())
        .def(
            "complete",
            [](CheckedPreserving& self, double seconds) { return self.search().run(seconds) == Stop::exhausted; },
            "seconds"_a)
        .def(
            "generators", [](CheckedPreserving& self) { return permutation_list(self.search().generators()); },
            "Permutations of the options left.");
}

}  // namespace excover
