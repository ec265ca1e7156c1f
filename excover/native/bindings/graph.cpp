// Counts by a frontier search over the graph of a problem, in memory and on disk, and matchings in graphs.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

#include "bindings/python.hpp"
#include "disk/disk_count.hpp"
#include "graph/frontier_of_rules.hpp"
#include "graph/graph_count.hpp"
#include "graph/layout.hpp"
#include "matching/matching.hpp"
#include "matching/pfaffian.hpp"
#include "proof/proof.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace excover {

using namespace disk;
using namespace graph;
using namespace matching;
using namespace proof;

namespace {

// GraphCount.
using CheckedCount = Checked<GraphCount>;

void define_graph_count(nb::module_& m) {
    m.def("frontier_order_work", &frontier_order_work, "problem"_a,
          "What the search for a good order of the frontier search takes, about, in comparisons of words.");
    nb::class_<CheckedCount, CheckedEngine>(
        m, "GraphCount",
        "The number of solutions by a frontier search; ValueError where that does not apply.\n\n"
        "It takes at most so many bytes of memory, beside a small multiple of what the problem takes.\n"
        "The number of threads changes nothing but the time. ``depth`` is the ``level``.")
        .def(
            "__init__",
            [](CheckedCount* self, const Problem& problem, std::uint64_t memory, unsigned threads) {
                new (self) CheckedCount(problem, make_graph_count(problem, memory, threads));
            },
            "problem"_a, "memory"_a, "threads"_a, nb::keep_alive<1, 2>())
        .def_prop_ro("bytes", &got<CheckedCount, &GraphCount::bytes>, "Of memory in the tables, at most so far.");
}

void define_frontier_of_rules(nb::module_& m) {
    using CheckedFrontier = Checked<FrontierOfRules>;
    nb::class_<CheckedFrontier, CheckedEngine>(
        m, "FrontierOfRules",
        "Solutions, or their number, by a frontier search that keeps to rules; ValueError where that does not "
        "apply.\n\n"
        "``linear_constraints`` and ``global_constraints`` as for `SparseSearch`. ``run`` raises MemoryError if\n"
        "states take more than ``memory`` bytes. ``depth`` is the ``level``.")
        .def(
            "__init__",
            [](CheckedFrontier* self, const Problem& problem, std::uint64_t memory, bool keep_covers,
               const ListOf<RowTuple>& linear_constraints, const ListOf<GlobalTuple>& global_constraints) {
                auto rows = shared_rows(problem, linear_constraints, false);
                auto together = shared_global_constraints(problem, global_constraints, false);
                const auto make = [&] {
                    const Unlocked unlocked;
                    return std::make_unique<FrontierOfRules>(problem, rows.get(), together.get(), memory, keep_covers);
                };
                new (self) CheckedFrontier(problem, make());
            },
            "problem"_a, "memory"_a, "keep_covers"_a, "linear_constraints"_a, "global_constraints"_a,
            nb::keep_alive<1, 2>())
        .def_prop_ro("bytes", &got<CheckedFrontier, &FrontierOfRules::bytes>, "Of memory in its states now.");
}

// MatchingSearch and PfaffianCount.
std::unique_ptr<PfaffianCount> pfaffian_for(const Problem& problem, std::uint64_t memory, std::uint32_t primes_below) {
    const Unlocked unlocked;
    return make_pfaffian_count(problem, memory, primes_below);
}

void define_matchings(nb::module_& m) {
    nb::class_<Checked<MatchingSearch>, CheckedEngine>(
        m, "MatchingSearch",
        "A solution, or the proof that there is none, where options cover at most two items; ValueError elsewhere.\n\n"
        "Its nodes are items covered one after the other, its updates looks at options.")
        .def(
            "__init__",
            [](Checked<MatchingSearch>* self, const Problem& problem) {
                new (self) Checked<MatchingSearch>(problem, std::make_unique<MatchingSearch>(problem));
            },
            "problem"_a, nb::keep_alive<1, 2>());
    nb::class_<Checked<PfaffianCount>, CheckedEngine>(
        m, "PfaffianCount",
        "The number of solutions where options cover two items each, and these are the edges of a planar graph;\n"
        "ValueError elsewhere.\n\n"
        "Residues take about so many bytes of ``memory``, modulo primes below a number of at most 2^30. Its nodes\n"
        "are pairs of items eliminated, its updates rows of sixteen residues multiplied.")
        .def(
            "__init__",
            [](Checked<PfaffianCount>* self, const Problem& problem, std::uint64_t memory, std::uint32_t primes_below) {
                new (self) Checked<PfaffianCount>(problem, pfaffian_for(problem, memory, primes_below));
            },
            "problem"_a, "memory"_a, "primes_below"_a = 1u << 30, nb::keep_alive<1, 2>());
}

// DiskCount.
class CheckedDiskCount : public Checked<DiskCount> {
public:
    using Checked::Checked;

    void save() {
        const Running running(busy_);
        search().save();
    }
};

std::unique_ptr<DiskCount> disk_count_for(const Problem& problem, std::uint64_t memory, unsigned threads,
                                          const DiskSettings& settings) {
    const Unlocked unlocked;
    return make_disk_count(problem, memory, threads, settings);
}

const char* word_for(DiskError::Kind kind) {
    switch (kind) {
        case DiskError::Kind::system:
            return "system";
        case DiskError::Kind::full:
            return "full";
        case DiskError::Kind::limit:
            return "limit";
        case DiskError::Kind::damaged:
            break;
    }
    return "damaged";
}

// With three arguments: the kind, the file, and the reason.
void translate(const std::exception_ptr& thrown, void* type) {
    try {
        std::rethrow_exception(thrown);
    } catch (const DiskError& error) {
        const nb::tuple arguments =
            nb::make_tuple(word_for(error.kind()), nb::bytes(error.file().data(), error.file().size()), error.what());
        PyErr_SetObject(static_cast<PyObject*>(type), arguments.ptr());
    }
}

void define_disk_count(nb::module_& m) {
    const nb::object base = nb::module_::import_("excover.base.errors").attr("ExcoverError");
    const nb::exception<DiskError> error(m, "DiskError", nb::make_tuple(base, nb::handle(PyExc_RuntimeError)));
    error.attr("__doc__") =
        "Files of a count on disk: what is wrong (system, full, limit, damaged), the file, and the reason.";
    nb::register_exception_translator(translate, error.ptr());

    nb::class_<CheckedDiskCount, CheckedEngine>(
        m, "DiskCount",
        "The number of solutions by a frontier search whose states go to a folder where memory is full.\n\n"
        "It goes on with the count in the folder, if there is one. DiskError if that cannot be; ValueError\n"
        "where a frontier search does not apply. After an error of a call it is of no use: open the folder again.\n"
        "``run`` writes a checkpoint now and then. ``depth`` is the ``level`` that is reached.")
        .def(
            "__init__",
            [](CheckedDiskCount* self, const Problem& problem, std::uint64_t memory, unsigned threads,
               const nb::bytes& folder, const char* identity, std::uint64_t limit, std::uint64_t seconds,
               std::uint64_t block, std::uint64_t fan_in, std::uint64_t merged) {
                const DiskSettings settings{
                    std::string(folder.c_str(), folder.size()), identity, limit, seconds, block, fan_in, merged};
                new (self) CheckedDiskCount(problem, disk_count_for(problem, memory, threads, settings));
            },
            "problem"_a, "memory"_a, "threads"_a, "folder"_a, "identity"_a, "limit"_a, "seconds"_a, "block"_a,
            "fan_in"_a, "merged"_a, nb::keep_alive<1, 2>())
        .def("save", &CheckedDiskCount::save, "Write a checkpoint; without the GIL.")
        .def_prop_ro("widths", &listed<CheckedDiskCount, &DiskCount::widths>,
                     "Of the levels so far: how many states were expanded.")
        .def_prop_ro("seconds", &got<CheckedDiskCount, &DiskCount::seconds>,
                     "Of all processes that worked on it, as far as their work is kept.")
        .def_prop_ro("bytes", &got<CheckedDiskCount, &DiskCount::bytes>, "Of memory in the tables, at most so far.")
        .def_prop_ro("disk_bytes", &got<CheckedDiskCount, &DiskCount::disk_bytes>, "Of the files of states now.")
        .def_prop_ro("most_disk_bytes", &got<CheckedDiskCount, &DiskCount::most_disk_bytes>,
                     "Of these files, at most so far.")
        .def_prop_ro("saved", &got<CheckedDiskCount, &DiskCount::saved>, "Checkpoints so far.");
}

// Forecast.
using Forecasting = Guarded<Forecast>;

void define_forecast(nb::module_& m) {
    nb::class_<Forecasting>(
        m, "Forecast",
        "About how many states a frontier search will have, from random samples of so many states of each level.\n\n"
        "ValueError where a frontier search does not apply.")
        .def(
            "__init__",
            [](Forecasting* self, const Problem& problem, std::uint64_t memory, std::uint64_t most,
               std::uint64_t seed) {
                const Unlocked unlocked;
                new (self) Forecasting(make_forecast(problem, memory, most, seed));
            },
            "problem"_a, "memory"_a, "most"_a, "seed"_a, nb::keep_alive<1, 2>())
        .def("run", &Forecasting::run<double>, "seconds"_a,
             "Go on; without the GIL. Nothing is known before it is exhausted.")
        .def_prop_ro("widths", &listed<Forecasting, &Forecast::widths>, "States of each level.")
        .def_prop_ro("updates", &got<Forecasting, &Forecast::updates>,
                     "Options that may be chosen, in all states together.")
        .def_prop_ro("least_bytes", &got<Forecasting, &Forecast::least_bytes>,
                     "In files at most at once, if each state is there once.")
        .def_prop_ro("most_bytes", &got<Forecasting, &Forecast::most_bytes>,
                     "The same if each is there as often as it was reached.")
        .def_prop_ro("expanded", &got<Forecasting, &Forecast::expanded>, "States that were sampled.")
        .def_prop_ro("expanded_updates", &got<Forecasting, &Forecast::expanded_updates>, "Their options.")
        .def_prop_ro("doubt", &got<Forecasting, &Forecast::doubt>,
                     "The logarithm of the factor by which all may be fewer, since too few states were met twice.")
        .def_prop_ro("is_exact", &got<Forecasting, &Forecast::is_exact>, "No level was too wide.");
}

// ProofSearch.

using Proving = Guarded<ProofSearch>;

nb::bytes taken_lines(Proving& self) {
    return self.alone([](ProofSearch& search) {
        const std::string text = search.take();
        return nb::bytes(text.data(), text.size());
    });
}

nb::list split(Proving& self) {
    return self.alone([](ProofSearch& search) {
        nb::list given;
        for (const StolenState& state : search.split())
            given.append(nb::make_tuple(state.number, nb::tuple(plain_list(state.path)), state.share));
        return given;
    });
}

void define_proof_search(nb::module_& m) {
    nb::class_<Proving>(
        m, "ProofSearch",
        "The lines of a certificate of a count; see docs/proof-format.md.\n\n"
        "``numbers``: of every item, its number in the certificate if it is primary. ``sharing``: items are\n"
        "decided in a fixed order and equal states are written once; otherwise the lines follow a search\n"
        "tree. TooLarge if the states that are waiting take more than ``memory`` bytes. ``path``: the way to the\n"
        "first state, which is what remains after the option of each item on it was chosen, or all its\n"
        "options refused (2**32 - 1); ValueError if the tree has no such path.")
        .def(
            "__init__",
            [](Proving* self, const Problem& problem, const Array<Index>& numbers, std::uint64_t memory, bool sharing,
               const Array<Index>& path) {
                if (numbers.size() != problem.items()) throw std::invalid_argument("one number an item");
                const auto make = sharing ? make_proof_frontier : make_proof_tree;
                new (self) Proving(make(problem, numbers.copy(), memory, path.copy()));
            },
            "problem"_a, "numbers"_a.noconvert(), "memory"_a, "sharing"_a, "path"_a.noconvert(), nb::keep_alive<1, 2>())
        .def(
            "run",
            [](Proving& self, std::uint64_t nodes, double seconds) {
                return self.run(Allowance{UINT64_MAX, nodes, seconds});
            },
            "nodes"_a, "seconds"_a,
            "Go on where the last run stopped, for so many states and seconds; without the GIL.")
        .def("take", &taken_lines, "The lines written since the last call.")
        .def("split", &split, nb::sig("def split(self) -> list[tuple[int, tuple[int, ...], float]]"),
             "Give away the waiting states nearest to the first one, all children of one state: the number of each,\n"
             "the way to it, and its share of what is below the first state. No line will expand them.")
        .def_prop_ro("limbs", &listed<Proving, &ProofSearch::solutions>,
                     "The number of solutions, 64 bits a limb, the lowest first; known when all is written.")
        .def_prop_ro("nodes", &got<Proving, &ProofSearch::nodes>, "States written.")
        .def_prop_ro("updates", &got<Proving, &ProofSearch::updates>, "Their children.");
}

}  // namespace

void define_graph(nb::module_& m) {
    define_graph_count(m);
    define_frontier_of_rules(m);
    define_matchings(m);
    define_disk_count(m);
    define_forecast(m);
    define_proof_search(m);
}

}  // namespace excover
