// Images of covers; each of them is verified.
#include "symmetry/images.hpp"

#include <cstdint>
#include <string>

#include "bindings/arrays.hpp"
#include "bindings/cover_batch.hpp"
#include "bindings/cover_tuples.hpp"
#include "bindings/define.hpp"
#include "bindings/values.hpp"
#include "core/verify.hpp"

using namespace nb::literals;

namespace excover {

namespace {

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

}  // namespace

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

}  // namespace excover
