// CanonicalTest; its work comes in short slices, with the interpreter's lock.
#include <memory>
#include <optional>

#include "bindings/arrays.hpp"
#include "bindings/define.hpp"
#include "bindings/group_handle.hpp"
#include "bindings/values.hpp"
#include "symmetry/canonical.hpp"

using namespace nb::literals;

namespace excover {

namespace {

struct CanonicalHandle {
    explicit CanonicalHandle(const GroupHandle& handle) : group(handle.group), test(*group) {}

    std::shared_ptr<const PermutationGroup> group;
    CanonicalTest test;
};

Maybe<nb::bool_> answer(std::optional<bool> known) { return known ? nb::object(nb::bool_(*known)) : nb::none(); }

}  // namespace

void define_canonical_test(nb::module_& m) {
    nb::class_<CanonicalHandle>(m, "CanonicalTest",
                                "Is a set of points, ascending, the first of all its images? The group is complete.")
        .def(nb::init<const GroupHandle&>(), "group"_a)
        .def(
            "load", [](CanonicalHandle& self, const Array<Index>& ascending) { self.test.load(ascending.view()); },
            "ascending"_a.noconvert())
        .def(
            "answer", [](CanonicalHandle& self, double seconds) { return answer(self.test.run(seconds)); }, "seconds"_a,
            "None where seconds were used up before the answer.");
}

}  // namespace excover
