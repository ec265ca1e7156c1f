// What Python sees of the core: the only file that knows Python.
//
// Arrays come in as nb::ndarray and are copied in the body of a function, where running out of memory
// becomes MemoryError; nanobind's casters for STL containers would abort the process instead.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lane_search.hpp"
#include "problem.hpp"
#include "sparse_search.hpp"
#include "verify.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace excover {

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> view(const Array<T>& array) {
    return {array.data(), array.shape(0)};
}

// Two threads in one search would tear its sets: the second is refused.
class Turn {
public:
    explicit Turn(std::atomic_flag& busy) : busy_(busy) {
        if (busy_.test_and_set()) throw std::runtime_error("this search is running in another thread");
    }
    ~Turn() { busy_.clear(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    std::atomic_flag& busy_;
};

nb::object cover_tuple(std::span<const Index> cover) {
    nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(cover.size())));
    if (!tuple.is_valid()) throw nb::python_error();
    for (std::size_t k = 0; k < cover.size(); ++k) {
        PyObject* number = PyLong_FromUnsignedLong(cover[k]);
        if (number == nullptr) throw nb::python_error();
        PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(k), number);
    }
    return tuple;
}

// A search that checks what it hands out.
template <class Engine>
class CheckedSearch {
public:
    template <class Parameter>
    CheckedSearch(const Problem& problem, bool keep_covers, Parameter parameter)
        : search_(problem, keep_covers, parameter), verifier_(problem) {}

    // For ever cheaper solutions.
    CheckedSearch(const Problem& problem, std::span<const CostBound::Cost> costs)
        : bound_(std::in_place, problem, costs),
          search_(problem, true, Aim::listing, &*bound_),
          verifier_(problem) {}

    Stop run(std::uint64_t solutions, std::uint64_t nodes, double seconds) {
        nb::gil_scoped_release released;
        const Turn turn(busy_);
        return search_.run({solutions, nodes, seconds});
    }

    // Verifies the covers found since the last call and appends them to a list: all or, if something fails,
    // none, and no signal handler can come in between.
    std::optional<std::string> hand_over(nb::list list) {
        const Turn turn(busy_);
        if (auto wrong = verifier_.fault(search_.covers())) return wrong;
        nb::list found;
        for (std::size_t k = 0; k < search_.covers().size(); ++k) found.append(cover_tuple(search_.covers()[k]));
        if (PyList_SetSlice(list.ptr(), PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, found.ptr()) != 0) throw nb::python_error();
        search_.clear_covers();
        return std::nullopt;
    }

    const Engine& search() const { return search_; }

private:
    std::optional<CostBound> bound_;
    Engine search_;
    Verifier verifier_;
    std::atomic_flag busy_;
};

// What all searches have in common.
template <class Engine>
nb::class_<CheckedSearch<Engine>> bind_search(nb::module_& m, const char* name, const char* doc) {
    using Self = CheckedSearch<Engine>;
    return nb::class_<Self>(m, name, doc)
        .def("run", &Self::run, "solutions"_a, "nodes"_a, "seconds"_a)
        .def(
            "hand_over",
            [](Self& self, nb::list list) -> nb::object {
                const auto wrong = self.hand_over(list);
                return wrong ? nb::object(nb::str(wrong->c_str())) : nb::none();
            },
            "into"_a)
        .def_prop_ro("solutions", [](const Self& self) { return self.search().solutions(); })
        .def_prop_ro("nodes", [](const Self& self) { return self.search().nodes(); })
        .def_prop_ro("updates", [](const Self& self) { return self.search().updates(); })
        .def_prop_ro("depth", [](const Self& self) { return self.search().depth(); });
}

constexpr std::pair<const char*, Instructions> kInstructions[] = {
    {"plain", Instructions::plain}, {"avx2", Instructions::avx2}, {"avx512", Instructions::avx512}};

nb::list instruction_names() {
    nb::list names;
    for (const auto& [name, instructions] : kInstructions)
        if (has_instructions(instructions)) names.append(name);
    return names;
}

// Checks what LaneSearch relies on.
Instructions instructions_by_name(const Problem& problem, std::string_view wanted) {
    if (!has_lane_bounds(problem)) throw std::invalid_argument("the lanes cannot have an item covered more than once");
    if (wanted == "best") return best_instructions();
    for (const auto& [name, instructions] : kInstructions)
        if (wanted == name && has_instructions(instructions)) return instructions;
    throw std::invalid_argument("no such instructions on this machine");
}

}  // namespace

}  // namespace excover

using namespace excover;

NB_MODULE(_core, m) {
    m.doc() = "The native core: knows integers, not puzzles.";
    nb::set_leak_warnings(false);  // a program may end in the middle of a search

    nb::enum_<Stop>(m, "Stop", "Why a run came back.")
        .value("EXHAUSTED", Stop::exhausted)
        .value("SOLUTIONS", Stop::solutions)
        .value("NODES", Stop::nodes)
        .value("TIME", Stop::time);

    nb::class_<Problem>(m, "Problem", "A checked, immutable exact cover problem.")
        .def(
            "__init__",
            [](Problem* self, const Array<Index>& lower, const Array<Index>& upper, const Array<std::uint8_t>& colored,
               const Array<Index>& starts, const Array<Index>& entries, const Array<Index>& colors) {
                new (self) Problem({view(lower), view(upper), view(colored), view(starts), view(entries), view(colors)});
            },
            "lower"_a.noconvert(), "upper"_a.noconvert(), "colored"_a.noconvert(), "starts"_a.noconvert(),
            "entries"_a.noconvert(), "colors"_a.noconvert())
        .def_prop_ro("items", &Problem::items)
        .def_prop_ro("options", &Problem::options);

    bind_search<SparseSearch>(m, "SparseSearch", "All solutions by sparse sets; run() goes on where it stopped.")
        .def(
            "__init__",
            [](CheckedSearch<SparseSearch>* self, const Problem& problem, const Array<CostBound::Cost>& costs) {
                new (self) CheckedSearch<SparseSearch>(problem, view(costs));
            },
            "problem"_a, "costs"_a.noconvert(), nb::keep_alive<1, 2>())
        .def(
            "__init__",
            [](CheckedSearch<SparseSearch>* self, const Problem& problem, bool keep_covers, bool first) {
                new (self) CheckedSearch<SparseSearch>(problem, keep_covers, first ? Aim::finding : Aim::listing);
            },
            "problem"_a, "keep_covers"_a, "first"_a, nb::keep_alive<1, 2>());

    bind_search<LaneSearch>(m, "LaneSearch", "All solutions by item lanes; run() goes on where it stopped.")
        .def(
            "__init__",
            [](CheckedSearch<LaneSearch>* self, const Problem& problem, bool keep_covers, const char* instructions) {
                new (self) CheckedSearch<LaneSearch>(problem, keep_covers, instructions_by_name(problem, instructions));
            },
            "problem"_a, "keep_covers"_a, "instructions"_a, nb::keep_alive<1, 2>());
    m.def("lane_bytes", &lane_bytes, "problem"_a, "What the conflict rows take; 2^64 - 1 if the bounds do not suit.");
    m.def("instructions", &instruction_names, "The kernels of the lanes that this machine can run, the best one last.");

    m.def(
        "fault",
        [](const Problem& problem, const Array<Index>& cover) -> nb::object {
            const auto wrong = Verifier(problem).fault(view(cover));
            return wrong ? nb::object(nb::str(wrong->c_str())) : nb::none();
        },
        "problem"_a, "cover"_a.noconvert(), "What is wrong with a cover (ascending option numbers), or None.");
}
