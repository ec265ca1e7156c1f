// Engine and TreeSearch, the base classes of all engines.
#include "bindings/checked.hpp"
#include "bindings/checked_tree.hpp"
#include "bindings/define.hpp"

using namespace nb::literals;

namespace excover {

template <class Take, class Finish>
Maybe<nb::str> CheckedEngine::hand_over_by(Take take, Finish finish) {
    const Turn turn(busy_);
    if (engine_->covers().size() == 0) return nb::none();
    const Covers renumbered = order_ ? order_->in_given_numbers(engine_->covers()) : Covers{};
    const Covers& covers = order_ ? renumbered : engine_->covers();
    if (const auto wrong = verifier().fault(covers)) return nb::str(wrong->c_str());
    for (std::size_t k = 0; k < covers.size(); ++k)
        if (!position_ || !position_->has_passed(problem_, covers[k])) take(covers[k]);
    finish();
    engine_->clear_covers();
    return nb::none();
}

Maybe<nb::str> CheckedEngine::hand_over(CoverList list) {
    nb::list found;
    if (!numbers_) numbers_.emplace(problem_.options());
    return hand_over_by([&](std::span<const Index> cover) { found.append(numbers_->tuple(cover)); },
                        [&] {
                            if (PyList_SetSlice(list.ptr(), PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, found.ptr()) != 0)
                                throw nb::python_error();
                        });
}

Maybe<nb::str> CheckedEngine::hand_over_to(CoverBatch& batch) {
    Covers found;
    return hand_over_by([&](std::span<const Index> cover) { found.add(cover); },
                        [&] {
                            if (batch.covers.size() == 0)
                                batch.covers = std::move(found);
                            else
                                batch.covers.add(found);
                        });
}

void define_engine(nb::module_& m) {
    using Self = CheckedEngine;
    nb::class_<Self>(
        m, "Engine",
        "What all engines have: they search in slices, and tell between two slices what they found.\n\n"
        "What makes no sense for an engine has the value of none: no covers, a progress of None, no levels.")
        .def("run", &Self::run, "solutions"_a, "nodes"_a, "seconds"_a,
             "Go on where the last run stopped, for so many solutions, nodes and seconds; without the GIL.")
        .def("hand_over", &Self::hand_over, "into"_a,
             "Verify the covers found since the last call and append them, or return what is wrong with one.")
        .def("hand_over", &Self::hand_over_to, "into"_a)
        .def_prop_ro(
            "solutions", [](const Self& self) { return integer(self.engine().count()); },
            "Those found so far, of any number.")
        .def_prop_ro("nodes", [](const Self& self) { return self.engine().nodes(); })
        .def_prop_ro("updates", [](const Self& self) { return self.engine().updates(); })
        .def_prop_ro("depth", [](const Self& self) { return self.engine().depth(); })
        .def_prop_ro(
            "progress", [](const Self& self) { return self.engine().progress(); },
            "The part of the tree that is behind, from 0 to 1; None if unknown.")
        .def_prop_ro(
            "level", [](const Self& self) { return self.engine().level(); },
            "How many levels of a sweep are behind it; 0 once a diagram is built.")
        .def_prop_ro(
            "levels", [](const Self& self) { return self.engine().levels(); },
            "All of them; 0 once a diagram is built.")
        .def_prop_ro(
            "least_sums", [](const Self& self) { return plain_list(self.engine().least_sums()); },
            "No solution has a smaller sum than this, for each bound on a sum that the engine keeps to.")
        .def_prop_ro(
            "threads", [](const Self& self) { return self.engine().threads(); }, "How many have taken part so far.")
        .def("stay_alone", &Self::stay_alone, "alone"_a,
             "Whether a single thread goes on, which knows its position in the tree.")
        .def("go_on_from", &Self::go_on_from, "other"_a,
             "Hand out only what another engine, which lists the same problem, has not met.\n\n"
             "RuntimeError if several threads share its tree, or it has none.")
        .def("diagram", &Self::diagram, "problem"_a,
             "The diagram of all solutions, if it is built; ``problem`` is the one it was built for.");

    nb::class_<CheckedTree, Self>(m, "TreeSearch", "A search of a tree of which parts can be given to other searches.")
        .def(
            "split",
            [](CheckedTree& self) -> Maybe<TupleOf<Cover, double>> {
                const std::optional<Rest> rest = self.split();
                if (!rest) return nb::none();
                return nb::make_tuple(cover_tuple(rest->path), rest->share);
            },
            "Give away the rest of the node nearest to the root that has one: its path, and its share of the tree.\n\n"
            "The path has the option chosen in each node, or 2**32 - 1 where none is; the rest are the branches\n"
            "behind its last one. None if there is nothing to give away: a search never gives away all.")
        .def(
            "enter",
            [](CheckedTree& self, const Array<Index>& path, double share) { self.enter({path.copy(), share}); },
            "path"_a.noconvert(), "share"_a,
            "Leave everything and take a rest, its path as ``array('I')``; ValueError if the tree has no such path.");
}

}  // namespace excover
