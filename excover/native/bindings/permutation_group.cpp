// PermutationGroup. Its work comes in short slices, between which Python looks at its signals; the interpreter's lock
// is kept.
#include "bindings/arrays.hpp"
#include "bindings/define.hpp"
#include "bindings/group_handle.hpp"
#include "bindings/values.hpp"

using namespace nb::literals;

namespace excover {

void define_permutation_group(nb::module_& m) {
    nb::class_<GroupHandle>(m, "PermutationGroup", "A group made by its generators, ``array('I')``.")
        .def(nb::init<Index>(), "degree"_a)
        .def(
            "add", [](GroupHandle& self, const Array<Index>& generator) { self.group->add(generator.copy()); },
            "generator"_a.noconvert(), "ValueError for what is no permutation of the points.")
        .def(
            "complete", [](GroupHandle& self, double seconds) { return self.group->run(seconds) == Stop::exhausted; },
            "seconds"_a, "Go on, with the GIL; true once the group is complete, which all below requires.")
        .def_prop_ro(
            "numbers", [](const GroupHandle& self) { return self.group->numbers(); }, "That are kept, of 32 bits each.")
        .def_prop_ro(
            "orbits",
            [](const GroupHandle& self) {
                nb::list list;
                for (std::size_t k = 0; k < self.group->levels(); ++k) list.append(self.group->orbit(k).size());
                return ListOf<std::size_t>(list);
            },
            "Their lengths; the product is the order.")
        .def("generators", [](const GroupHandle& self) { return permutation_list(self.group->generators()); })
        .def(
            "contains",
            [](const GroupHandle& self, const Array<Index>& element) { return self.group->contains(element.view()); },
            "element"_a.noconvert())
        .def(
            "element",
            [](const GroupHandle& self, std::uint64_t number) {
                Permutation element(self.group->degree());
                for (Index point = 0; point < element.size(); ++point)
                    element[point] = self.group->image(number, point);
                return permutation_bytes(element);
            },
            "number"_a, "0 is the identity; below the order, which is below 2**64.")
        .def(
            "classes",
            [](const GroupHandle& self) {
                nb::list list;
                for (const PermutationGroup::Class& each : self.group->classes())
                    list.append(nb::make_tuple(each.representative, each.size));
                return ListOf<TupleOf<std::uint64_t, std::uint64_t>>(list);
            },
            "Of each class of conjugates the first element's number, and the size; a bit for each element.");
}

}  // namespace excover
