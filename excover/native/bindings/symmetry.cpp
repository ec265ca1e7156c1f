// Groups of permutations and what uses them.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/python.hpp"
#include "core/verify.hpp"
#include "symmetry/permutations.hpp"

using namespace nb::literals;

namespace excover {

using namespace symmetry;

namespace {

// Long work calls `look`, with the interpreter's lock, which is kept.
Steps steps_of(const Look& look) {
    return Steps([&look] { look(); });
}

// PermutationGroup.
void define_permutation_group(nb::module_& m) {
    nb::class_<GroupHandle>(m, "PermutationGroup", "A group made by its generators, ``array('I')``.")
        .def(nb::init<Index>(), "degree"_a)
        .def(
            "add",
            [](GroupHandle& self, const Array<Index>& generator, const Look& look) {
                Steps steps = steps_of(look);
                self.group->add(generator.copy(), steps);
            },
            "generator"_a.noconvert(), "look"_a,
            "ValueError for what is no permutation of the points. After what ``look`` raises, this is no group.")
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

// CanonicalTest.
struct CanonicalHandle {
    explicit CanonicalHandle(const GroupHandle& handle) : group(handle.group), test(*group) {}

    std::shared_ptr<const PermutationGroup> group;
    CanonicalTest test;
};

void define_canonical_test(nb::module_& m) {
    nb::class_<CanonicalHandle>(m, "CanonicalTest", "Is a set of points, ascending, the first of all its images?")
        .def(nb::init<const GroupHandle&>(), "group"_a)
        .def(
            "is_first",
            [](CanonicalHandle& self, const Array<Index>& ascending, const Look& look) {
                Steps steps = steps_of(look);
                return self.test.is_first(ascending.view(), steps);
            },
            "ascending"_a.noconvert(), "look"_a);
}

// Images of covers; each of them is verified.
class CheckedImages {
public:
    CheckedImages(const Problem& problem, const Array<Index>& kept, const Array<Index>& elements,
                  const Array<Index>& firsts, const Array<Index>& numbers)
        : images_(problem.options(), kept.copy(), elements.copy(), firsts.copy(), numbers.copy()),
          verifier_(problem),
          numbers_(problem.options()) {}

    // Takes the covers out of a batch and appends their images to a list: all or, if something fails, none, and no
    // signal handler can come in between.
    Maybe<nb::str> hand_over(CoverBatch& from, CoverList list) {
        nb::list found;
        return hand_over_by(from, [&](const Covers& images) {
            for (std::size_t k = 0; k < images.size(); ++k) found.append(numbers_.tuple(images[k]));
            if (PyList_SetSlice(list.ptr(), PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, found.ptr()) != 0) throw nb::python_error();
        });
    }

    // The same into a batch, without a Python object for each.
    Maybe<nb::str> hand_over_to(CoverBatch& from, CoverBatch& batch) {
        return hand_over_by(from, [&](const Covers& images) { batch.covers.add(images); });
    }

    std::uint64_t taken() const { return taken_; }
    std::uint64_t made() const { return made_; }

private:
    template <class Take>
    Maybe<nb::str> hand_over_by(CoverBatch& from, Take take) {
        Covers images;
        for (std::size_t k = 0; k < from.covers.size(); ++k) images_.add(from.covers[k], images);
        if (const auto wrong = verifier_.fault(images)) return nb::str(wrong->c_str());
        take(images);
        taken_ += from.covers.size();
        made_ += images.size();
        from.covers.clear();
        return nb::none();
    }

    const Images images_;
    Verifier verifier_;
    Numbers numbers_;
    std::uint64_t taken_ = 0, made_ = 0;
};

void define_images(nb::module_& m) {
    nb::class_<CheckedImages>(
        m, "Images",
        "All covers from those with one option of each orbit; arguments are ``array('I')``.\n\n"
        "``kept``: the options that covers are given in. ``elements``: permutations, one after the other.\n"
        "``firsts`` and ``numbers``: the elements for each option; none if it is no representative.")
        .def(nb::init<const Problem&, const Array<Index>&, const Array<Index>&, const Array<Index>&,
                      const Array<Index>&>(),
             "problem"_a, "kept"_a.noconvert(), "elements"_a.noconvert(), "firsts"_a.noconvert(),
             "numbers"_a.noconvert(), nb::keep_alive<1, 2>())
        .def("hand_over", &CheckedImages::hand_over, "covers"_a, "into"_a,
             "Move the images of covers to a list, verified, or return what is wrong with one.")
        .def("hand_over", &CheckedImages::hand_over_to, "covers"_a, "into"_a)
        .def_prop_ro("taken", &CheckedImages::taken, "Covers taken so far.")
        .def_prop_ro("made", &CheckedImages::made, "Images of these.");
}

void define_preserving(nb::module_& m) {
    m.def(
        "preserving",
        [](const GroupHandle& group, const Array<Index>& kept, const Problem& left, const Array<Cost>& costs,
           const Look& look) {
            Steps steps = steps_of(look);
            Preserving search(*group.group, kept.view(), left, costs.view());
            search.run(steps);
            return permutation_list(search.generators());
        },
        "group"_a, "kept"_a.noconvert(), "left"_a, "costs"_a.noconvert(), "look"_a,
        "Generators of the subgroup that preserves the options ``kept``, which are those of the problem ``left``.");
}

// Completion and is_automorphism.
class CheckedCompletion {
public:
    CheckedCompletion(const Problem& problem, const Array<Cost>& costs, const Array<Index>& labels, const Look& look)
        : CheckedCompletion(problem, costs, labels, steps_of(look)) {}

    Maybe<nb::bytes> complete(const Array<Index>& items, const Look& look) const {
        Steps steps = steps_of(look);
        const std::optional<Permutation> options = completion_.complete(items.view(), steps);
        return options ? nb::object(permutation_bytes(*options)) : nb::none();
    }

    ListOf<nb::bytes> generators(const Look& look) const {
        Steps steps = steps_of(look);
        return permutation_list(completion_.generators(steps));
    }

private:
    CheckedCompletion(const Problem& problem, const Array<Cost>& costs, const Array<Index>& labels, Steps steps)
        : costs_(costs.copy()), completion_(problem, costs_, labels.view(), steps) {}

    const std::vector<Cost> costs_;
    const Completion completion_;
};

void define_completion(nb::module_& m) {
    nb::class_<CheckedCompletion>(
        m, "Completion",
        "What permutations of some items do to all options; ``labels`` (``array('I')``) have to be kept.")
        .def(nb::init<const Problem&, const Array<Cost>&, const Array<Index>&, const Look&>(), "problem"_a,
             "costs"_a.noconvert(), "labels"_a.noconvert(), "look"_a, nb::keep_alive<1, 2>())
        .def("complete", &CheckedCompletion::complete, "items"_a.noconvert(), "look"_a,
             "Images of items, 2**32 - 1 for unknown ones; None where no automorphism follows.")
        .def("generators", &CheckedCompletion::generators, "look"_a, "Of all automorphisms that keep the labels.");

    m.def(
        "is_automorphism",
        [](const Problem& problem, const Array<Cost>& costs, const Array<Index>& images, const Look& look) {
            Steps steps = steps_of(look);
            return is_automorphism(problem, costs.view(), images.view(), steps);
        },
        "problem"_a, "costs"_a.noconvert(), "images"_a.noconvert(), "look"_a,
        "Does a permutation of options come with one of the items that keeps bounds, colors and costs?");
}

}  // namespace

void define_symmetry(nb::module_& m) {
    define_permutation_group(m);
    define_canonical_test(m);
    define_images(m);
    define_preserving(m);
    define_completion(m);
}

}  // namespace excover
