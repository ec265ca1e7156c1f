// What Python sees of the core: the only file that knows Python.
//
// Arrays come in as nb::ndarray and are copied in the body of a function, where running out of memory
// becomes MemoryError; nanobind's casters for STL containers would abort the process instead.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "graph.hpp"
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
class CheckedSearch {
public:
    CheckedSearch(const Problem& problem, bool keep_covers, bool first)
        : search_(problem, keep_covers, first ? Aim::finding : Aim::listing), verifier_(problem) {}

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

    const SparseSearch& search() const { return search_; }

private:
    SparseSearch search_;
    Verifier verifier_;
    std::atomic_flag busy_;
};

// A number of any size, its lowest 64 bits first.
nb::object integer(std::span<const std::uint64_t> limbs) {
    std::string bytes;
    for (const std::uint64_t limb : limbs)
        for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(limb >> shift & 0xff));
    return nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type))
        .attr("from_bytes")(nb::bytes(bytes.data(), bytes.size()), "little");
}

class Counting {
public:
    Counting(const Problem& problem, std::uint64_t memory) {
        std::string obstacle;
        count_ = make_graph_count(problem, memory, obstacle);
        if (!count_) throw std::invalid_argument("the graph engine does not apply: " + obstacle);
    }

    Stop run(std::uint64_t, std::uint64_t nodes, double seconds) {
        nb::gil_scoped_release released;
        const Turn turn(busy_);
        return count_->run({UINT64_MAX, nodes, seconds});
    }

    const GraphCount& count() const { return *count_; }

private:
    std::unique_ptr<GraphCount> count_;
    std::atomic_flag busy_;
};

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

    nb::class_<CheckedSearch>(m, "SparseSearch", "All solutions by sparse sets; run() goes on where it stopped.")
        .def(nb::init<const Problem&, bool, bool>(), "problem"_a, "keep_covers"_a, "first"_a, nb::keep_alive<1, 2>())
        .def("run", &CheckedSearch::run, "solutions"_a, "nodes"_a, "seconds"_a)
        .def(
            "hand_over",
            [](CheckedSearch& self, nb::list list) -> nb::object {
                const auto wrong = self.hand_over(list);
                return wrong ? nb::object(nb::str(wrong->c_str())) : nb::none();
            },
            "into"_a)
        .def_prop_ro("solutions", [](const CheckedSearch& self) { return self.search().solutions(); })
        .def_prop_ro("nodes", [](const CheckedSearch& self) { return self.search().nodes(); })
        .def_prop_ro("updates", [](const CheckedSearch& self) { return self.search().updates(); })
        .def_prop_ro("depth", [](const CheckedSearch& self) { return self.search().depth(); });

    nb::class_<Counting>(m, "GraphCount", "The number of solutions by a sweep over states; run() goes on where it stopped.")
        .def(nb::init<const Problem&, std::uint64_t>(), "problem"_a, "memory"_a, nb::keep_alive<1, 2>())
        .def("run", &Counting::run, "solutions"_a, "nodes"_a, "seconds"_a)
        .def_prop_ro("solutions", [](const Counting& self) { return integer(self.count().solutions()); })
        .def_prop_ro("nodes", [](const Counting& self) { return self.count().nodes(); })
        .def_prop_ro("updates", [](const Counting& self) { return self.count().updates(); })
        .def_prop_ro("depth", [](const Counting& self) { return self.count().depth(); })
        .def_prop_ro("bytes", [](const Counting& self) { return self.count().bytes(); });

    m.def(
        "fault",
        [](const Problem& problem, const Array<Index>& cover) -> nb::object {
            const auto wrong = Verifier(problem).fault(view(cover));
            return wrong ? nb::object(nb::str(wrong->c_str())) : nb::none();
        },
        "problem"_a, "cover"_a.noconvert(), "What is wrong with a cover (ascending option numbers), or None.");
}
