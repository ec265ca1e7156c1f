// What Python sees of groups of permutations. Their work comes in short slices, between which Python looks at its
// signals; the lock of the interpreter is kept.
#include "bindings_symmetry.hpp"

#include <optional>
#include <utility>

#include "arrays.hpp"
#include "automorphisms.hpp"
#include "preserving.hpp"

using namespace nb::literals;

namespace excover {

namespace {

nb::bytes bytes(const Permutation& permutation) { return nb::bytes(permutation.data(), permutation.size() * sizeof(Index)); }

nb::list listed(const std::vector<Permutation>& permutations) {
    nb::list list;
    for (const Permutation& permutation : permutations) list.append(bytes(permutation));
    return list;
}

nb::object answer(std::optional<bool> known) { return known ? nb::object(nb::bool_(*known)) : nb::object(nb::none()); }

class CheckedCompletion {
public:
    CheckedCompletion(const Problem& problem, const Array<Cost>& costs, const Array<Index>& labels)
        : costs_(copy(costs)), completion_(problem, costs_, view(labels)) {}

    nb::object complete(const Array<Index>& items) const {
        const std::optional<Permutation> options = completion_.complete(view(items));
        return options ? nb::object(bytes(*options)) : nb::object(nb::none());
    }

private:
    const std::vector<Cost> costs_;
    const Completion completion_;
};

class CheckedPreserving {
public:
    CheckedPreserving(const GroupHandle& group, const Array<Index>& kept, const Problem& left, const Array<Cost>& costs)
        : costs_(copy(costs)), search_(*group.group, view(kept), left, costs_) {}

    Preserving& search() { return search_; }

private:
    const std::vector<Cost> costs_;
    Preserving search_;
};

}  // namespace

void define_symmetry(nb::module_& m) {
    nb::class_<GroupHandle>(m, "PermutationGroup", "A group made by its generators.")
        .def(nb::init<Index>(), "degree"_a)
        .def("add", [](GroupHandle& self, const Array<Index>& generator) { self.group->add(copy(generator)); },
             "generator"_a.noconvert())
        .def("complete",
             [](GroupHandle& self, double seconds) { return self.group->run(seconds) == Stop::exhausted; }, "seconds"_a)
        .def_prop_ro("numbers", [](const GroupHandle& self) { return self.group->numbers(); })
        .def_prop_ro("orbits",
                     [](const GroupHandle& self) {
                         nb::list list;
                         for (std::size_t k = 0; k < self.group->levels(); ++k) list.append(self.group->orbit(k).size());
                         return list;
                     })
        .def("generators", [](const GroupHandle& self) { return listed(self.group->generators()); })
        .def("contains",
             [](const GroupHandle& self, const Array<Index>& element) { return self.group->contains(view(element)); },
             "element"_a.noconvert())
        .def("element",
             [](const GroupHandle& self, std::uint64_t number) {
                 Permutation element(self.group->degree());
                 for (Index point = 0; point < element.size(); ++point) element[point] = self.group->image(number, point);
                 return bytes(element);
             },
             "number"_a)
        .def("classes",
             [](const GroupHandle& self) {
                 nb::list list;
                 for (const PermutationGroup::Class& each : self.group->classes())
                     list.append(nb::make_tuple(each.representative, each.size));
                 return list;
             });

    nb::class_<CanonicalHandle>(m, "CanonicalTest", "Is a set the first of all its images?")
        .def(nb::init<const GroupHandle&>(), "group"_a)
        .def("load", [](CanonicalHandle& self, const Array<Index>& ascending) { self.test.load(view(ascending)); },
             "ascending"_a.noconvert())
        .def("answer", [](CanonicalHandle& self, double seconds) { return answer(self.test.run(seconds)); },
             "seconds"_a);

    nb::class_<CheckedCompletion>(m, "Completion", "What permutations of some items do to all options.")
        .def(nb::init<const Problem&, const Array<Cost>&, const Array<Index>&>(), "problem"_a, "costs"_a.noconvert(),
             "labels"_a.noconvert(), nb::keep_alive<1, 2>())
        .def("complete", &CheckedCompletion::complete, "items"_a.noconvert());

    nb::class_<CheckedPreserving>(m, "Preserving", "The subgroup that preserves what givens have left of a problem.")
        .def(nb::init<const GroupHandle&, const Array<Index>&, const Problem&, const Array<Cost>&>(), "group"_a,
             "kept"_a.noconvert(), "left"_a, "costs"_a.noconvert(), nb::keep_alive<1, 2>(), nb::keep_alive<1, 4>())
        .def("complete",
             [](CheckedPreserving& self, double seconds) { return self.search().run(seconds) == Stop::exhausted; },
             "seconds"_a)
        .def("generators", [](CheckedPreserving& self) { return listed(self.search().generators()); });

    m.def("is_automorphism",
          [](const Problem& problem, const Array<Cost>& costs, const Array<Index>& images) {
              return is_automorphism(problem, view(costs), view(images));
          },
          "problem"_a, "costs"_a.noconvert(), "images"_a.noconvert());
}

}  // namespace excover
