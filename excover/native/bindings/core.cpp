// The Python module, and what all engines share: problems, the base classes of engines, tuning constants. Only the
// files of this room include Python's headers.
#include <nanobind/nanobind.h>

#include <string>

#include "bindings/python.hpp"
#include "core/engine.hpp"
#include "core/problem.hpp"
#include "core/tuning.hpp"
#include "core/verify.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace excover {

Cover cover_tuple(std::span<const Index> cover) {
    return new_tuple(cover.size(), [&](std::size_t k) { return PyLong_FromUnsignedLong(cover[k]); });
}

nb::int_ integer(std::span<const std::uint64_t> limbs) {
    std::string bytes;
    for (const std::uint64_t limb : limbs)
        for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(limb >> shift & 0xff));
    return nb::int_(nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type))
                        .attr("from_bytes")(nb::bytes(bytes.data(), bytes.size()), "little"));
}

ListOf<nb::int_> integers(std::span<const std::uint64_t> limbs, std::size_t each) {
    nb::list list;
    for (std::size_t k = 0; k < limbs.size(); k += each) list.append(integer(limbs.subspan(k, each)));
    return list;
}

nb::bytes permutation_bytes(std::span<const Index> permutation) {
    return nb::bytes(permutation.data(), permutation.size_bytes());
}

ListOf<nb::bytes> permutation_list(const std::vector<std::vector<Index>>& permutations) {
    nb::list list;
    for (const std::vector<Index>& permutation : permutations) list.append(permutation_bytes(permutation));
    return list;
}

namespace {

// Problem, and what is wrong with a cover.
void define_problem(nb::module_& m) {
    nb::class_<Problem>(
        m, "Problem",
        "A checked, immutable exact cover problem; the arrays are copied.\n\n"
        "``array('I')`` but for ``colored``, ``array('B')``. ValueError if they do not describe a problem.")
        .def(
            "__init__",
            [](Problem* self, const Array<Index>& lower, const Array<Index>& upper, const Array<std::uint8_t>& colored,
               const Array<Index>& starts, const Array<Index>& entries, const Array<Index>& colors) {
                new (self)
                    Problem({lower.view(), upper.view(), colored.view(), starts.view(), entries.view(), colors.view()});
            },
            "lower"_a.noconvert(), "upper"_a.noconvert(), "colored"_a.noconvert(), "starts"_a.noconvert(),
            "entries"_a.noconvert(), "colors"_a.noconvert())
        .def_prop_ro("items", &Problem::items)
        .def_prop_ro("options", &Problem::options)
        .def("may_nest", &Problem::may_nest,
             "Whether a solution may be a part of another one; false where each option has an item that is covered\n"
             "exactly so many times.");

    m.def(
        "fault",
        [](const Problem& problem, const Array<Index>& cover) -> Maybe<nb::str> {
            const auto wrong = Verifier(problem).fault(cover.view());
            return wrong ? nb::object(nb::str(wrong->c_str())) : nb::none();
        },
        "problem"_a, "cover"_a.noconvert(),
        "What is wrong with a cover (its option numbers ascending), or None if it is a solution.");
}

}  // namespace

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

namespace {

// Engine and TreeSearch, the base classes of all engines.
void define_engine(nb::module_& m) {
    using Self = CheckedEngine;
    nb::class_<Self>(
        m, "Engine",
        "What all engines have: they search in slices, and report between two slices what they found.\n\n"
        "What makes no sense for an engine has the value of none: no covers, a progress of None, no levels.")
        .def("run", &Self::run, "solutions"_a, "nodes"_a, "seconds"_a,
             "Go on where the last run stopped, for so many solutions, nodes and seconds; without the GIL.")
        .def("hand_over", &Self::hand_over, "into"_a,
             "Verify the covers found since the last call and append them, or return what is wrong with one.")
        .def("hand_over", &Self::hand_over_to, "into"_a)
        .def_prop_ro(
            "solutions", [](const Self& self) { return integer(self.search().count()); },
            "Those found so far, of any number.")
        .def_prop_ro("nodes", &got<Self, &Engine::nodes>)
        .def_prop_ro("updates", &got<Self, &Engine::updates>)
        .def_prop_ro("depth", &got<Self, &Engine::depth>)
        .def_prop_ro("progress", &got<Self, &Engine::progress>,
                     "The part of the tree that is behind, from 0 to 1; None if unknown.")
        .def_prop_ro("level", &got<Self, &Engine::level>,
                     "How many levels of a frontier search are behind it; 0 once a diagram is built.")
        .def_prop_ro("levels", &got<Self, &Engine::levels>, "All of them; 0 once a diagram is built.")
        .def_prop_ro("literals_per_level", &got<Self, &Engine::literals_per_level>,
                     "The mean of clauses that were learnt; 0 of another engine, and before there are enough of them.")
        .def_prop_ro("least_sums", &listed<Self, &Engine::least_sums>,
                     "No solution has a smaller sum than this, for each bound on a sum that the engine keeps to.")
        .def_prop_ro("threads", &got<Self, &Engine::threads>, "How many have taken part so far.")
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
                const std::optional<GuidingPath> stolen = self.split();
                if (!stolen) return nb::none();
                return nb::make_tuple(cover_tuple(stolen->path), stolen->share);
            },
            "Steal the branches left at the node nearest to the root that has some: their guiding path and share.\n\n"
            "The path has the option chosen in each node, or 2**32 - 1 where none is; the branches are those behind\n"
            "its last one. None if there is nothing to steal: a search keeps a branch.")
        .def(
            "enter",
            [](CheckedTree& self, const Array<Index>& path, double share) { self.enter({path.copy(), share}); },
            "path"_a.noconvert(), "share"_a,
            "Leave all and take what was stolen; ValueError if the tree has no such ``path``, ``array('I')``.");
}

// The tuning constants; only benchmarks and tests set them, through excover/search/tuning.py.
using Row = TupleOf<nb::str, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, nb::str>;

ListOf<Row> constants() {
    nb::list list;
    for (const TuningConstant& constant : tuning_constants())
        list.append(nb::make_tuple(nb::str(constant.name.data(), constant.name.size()), std::uint64_t{*constant.value},
                                   constant.standard, constant.least, constant.most,
                                   nb::str(constant.meaning.data(), constant.meaning.size())));
    return list;
}

void define_tuning(nb::module_& m) {
    m.def("tuning_constants", &constants,
          "Name, value, default, least and most value, and meaning of each tuning constant.");
    m.def(
        "set_tuning", [](const char* name, std::uint64_t value) { set_tuning(name, value); }, "name"_a, "value"_a,
        "ValueError if there is no such constant, or the value is out of its range.");
}

}  // namespace

void define_core(nb::module_& m) {
    define_problem(m);
    define_engine(m);
    define_tuning(m);
}

// Arrays come in as nb::ndarray and are copied in the body of a function, where running out of memory
// becomes MemoryError; nanobind's casters for STL containers would abort the process instead.

// Each in the file of its name.
void define_template(nb::module_& m);
void define_searches(nb::module_& m);
void define_cost(nb::module_& m);
void define_graph(nb::module_& m);
void define_symmetry(nb::module_& m);
void define_diagrams(nb::module_& m);
void define_separation(nb::module_& m);

}  // namespace excover

using namespace excover;

NB_MODULE(_core, m) {
    m.doc() = "The native core: knows integers, not puzzles. Only ``excover.search`` imports it.";
    nb::set_leak_warnings(false);  // a program may end in the middle of a search

    nb::enum_<Stop>(m, "Stop", "Why a run came back; only ``EXHAUSTED`` means that there is nothing more to find.")
        .value("EXHAUSTED", Stop::exhausted)
        .value("SOLUTIONS", Stop::solutions)
        .value("NODES", Stop::nodes)
        .value("TIME", Stop::time);

    define_template(m);
    define_core(m);
    define_searches(m);
    define_cost(m);
    define_graph(m);
    define_symmetry(m);
    define_diagrams(m);
    define_separation(m);
}
