// The searches for covers: sparse sets, lanes, learning, several threads, random walks.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/python.hpp"
#include "core/problem.hpp"
#include "lanes/lane_search.hpp"
#include "lanes/lanes.hpp"
#include "learning/learning_search.hpp"
#include "lines/clue_lines.hpp"
#include "sparse/random_walks.hpp"
#include "sparse/sparse_search.hpp"
#include "tree/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace excover {

using namespace lanes;
using namespace learning;
using namespace lines;
using namespace sparse;
using namespace tree;

namespace {

// The vector instructions of the lanes by name: "plain", "neon", "avx2", "avx512bw", "avx512", or "best".
constexpr std::pair<const char*, Instructions> kInstructions[] = {{"plain", Instructions::plain},
                                                                  {"neon", Instructions::neon},
                                                                  {"avx2", Instructions::avx2},
                                                                  {"avx512bw", Instructions::avx512bw},
                                                                  {"avx512", Instructions::avx512}};

// Those that this machine has, the best one last.
ListOf<nb::str> instruction_names() {
    nb::list names;
    for (const auto& [name, instructions] : kInstructions)
        if (has_instructions(instructions)) names.append(name);
    return names;
}

// Throws std::invalid_argument if the machine does not have them, or the problem does not suit LaneSearch.
Instructions instructions_by_name(const Problem& problem, std::string_view wanted) {
    if (!has_lane_bounds(problem)) throw std::invalid_argument("the lanes cannot have an item covered more than once");
    if (wanted == "best") return best_instructions();
    for (const auto& [name, instructions] : kInstructions)
        if (wanted == name && has_instructions(instructions)) return instructions;
    throw std::invalid_argument("no such instructions on this machine");
}

// SparseSearch.
using CheckedSparse = Checked<SparseSearch, CheckedTree>;

using Taken = TupleOf<Index, Weight>;
using Slack = TupleOf<Weight, ListOf<Taken>>;

ListOf<Slack> slacks(const LinearConstraints* rows) {
    nb::list list;
    for (Index row = 0; rows && row < rows->size(); ++row) {
        nb::list taken;
        for (const LinearConstraints::Taker& each : rows->takers(row))
            taken.append(nb::make_tuple(each.option, each.reduced));
        list.append(nb::make_tuple(rows->slack(row), taken));
    }
    return ListOf<Slack>(list);
}

void define_sparse_search(nb::module_& m) {
    auto sparse = nb::class_<CheckedSparse, CheckedTree>(
        m, "SparseSearch",
        "All solutions by sparse sets.\n\n"
        "``first``: not in the order of listing, but the first one soon. ``seed``: of a random order\n"
        "of items and options, where there is to be one.\n\n"
        "``linear_constraints``: options (``array('I')``, ascending), the weight of each (``array('q')``), and what\n"
        "the weights of the chosen ones sum to at most. ``global_constraints``: what all chosen options together\n"
        "must be: whether that is a loop, or else connected; the places of each option, two for each line of a\n"
        "loop; and the neighbors of each place; both as starts and members (``array('I')``). ValueError for either\n"
        "together with a seed.");
    sparse.def(
        "__init__",
        [](CheckedSparse* self, const Problem& problem, bool keep_covers, bool first, std::optional<std::uint64_t> seed,
           const ListOf<RowTuple>& linear_constraints, const ListOf<GlobalTuple>& global_constraints) {
            auto rows = shared_rows(problem, linear_constraints, seed.has_value());
            auto together = shared_global_constraints(problem, global_constraints, seed.has_value());
            new (self) CheckedSparse(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return std::make_unique<SparseSearch>(ordered, keep_covers, first ? Mode::finding : Mode::listing,
                                                      std::move(rows), std::move(together));
            });
        },
        "problem"_a, "keep_covers"_a, "first"_a, "seed"_a = nb::none(), "linear_constraints"_a = nb::list(),
        "global_constraints"_a = nb::list(), nb::keep_alive<1, 2>());
    sparse.def_prop_ro(
        "slacks", [](const CheckedSparse& self) { return slacks(self.search().linear_constraints()); },
        "How much more than the least sum each of ``linear_constraints`` may be, and the options that take some\n"
        "of that, with what they take: (slack, [(option, taken)..]). An option that takes more than is\n"
        "left is hidden.");
    sparse.def_prop_ro("profile", &listed<CheckedSparse, &SparseSearch::profile>,
                       "How many nodes there were at each level of the tree so far, the root's first.");
}

// LaneSearch, and the memory that it needs.
using CheckedLanes = Checked<LaneSearch, CheckedTree>;

void define_lane_search(nb::module_& m) {
    auto lanes = nb::class_<CheckedLanes, CheckedTree>(
        m, "LaneSearch",
        "All solutions by item lanes, in the same order as by sparse sets.\n\n"
        "ValueError if ``lane_bytes`` is endless. ``instructions``: \"best\", or one of ``instructions()``.");
    lanes.def(
        "__init__",
        [](CheckedLanes* self, const Problem& problem, bool keep_covers, const char* instructions,
           std::optional<std::uint64_t> seed) {
            const Instructions kind = instructions_by_name(problem, instructions);
            new (self) CheckedLanes(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return std::make_unique<LaneSearch>(ordered, keep_covers, kind);
            });
        },
        "problem"_a, "keep_covers"_a, "instructions"_a, "seed"_a = nb::none(), nb::keep_alive<1, 2>());
    m.def("lane_bytes", &lane_bytes, "problem"_a,
          "What the conflict rows of the lanes take; 2**64 - 1 if an item may be covered more than once.");
    m.def("instructions", &instruction_names,
          "The sets of vector instructions that the lanes can use on this machine, the best one last.");
}

// LearningSearch.
class CheckedLearning : public Checked<LearningSearch> {
public:
    using Checked<LearningSearch>::Checked;

    nb::bytes take_lines() {
        const Turn turn(busy_);
        const std::string lines = search().take_lines();
        return nb::bytes(lines.data(), lines.size());
    }
};

void define_learning_search(nb::module_& m) {
    auto learning = nb::class_<CheckedLearning, CheckedEngine>(
        m, "LearningSearch",
        "Solutions in any order, by learning from failures; clauses take at most ``memory`` bytes.\n\n"
        "``linear_constraints``, ``global_constraints`` and ``seed`` as for `SparseSearch`. ValueError if the\n"
        "problem has more than 2^31 options. ``run`` raises MemoryError if there is no room\n"
        "to exclude a solution that is known. ``logged``: ``take_lines`` has a certificate of what was found.");
    learning.def(
        "__init__",
        [](CheckedLearning* self, const Problem& problem, std::uint64_t memory, bool keep_covers,
           std::optional<std::uint64_t> seed, const ListOf<RowTuple>& linear_constraints,
           const ListOf<GlobalTuple>& global_constraints, bool logged) {
            if (logged && seed) throw std::invalid_argument("a certificate is of options in the given order");
            auto rows = shared_rows(problem, linear_constraints, seed.has_value());
            auto together = shared_global_constraints(problem, global_constraints, seed.has_value());
            new (self) CheckedLearning(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return std::make_unique<LearningSearch>(ordered, memory, keep_covers, std::move(rows),
                                                        std::move(together), logged);
            });
        },
        "problem"_a, "memory"_a, "keep_covers"_a = true, "seed"_a = nb::none(), "linear_constraints"_a = nb::list(),
        "global_constraints"_a = nb::list(), "logged"_a = false, nb::keep_alive<1, 2>());
    learning.def("take_lines", &CheckedLearning::take_lines,
                 "Of a certificate, those written since the last call; see docs/proof-format.md.");
    learning.def_prop_ro("logged", &got<CheckedLearning, &LearningSearch::logged>, "The clauses written.");
}

// ParallelSearch.
using CheckedParallel = Checked<ParallelSearch>;

std::unique_ptr<TreeSearch> listing(const Problem& problem, bool keep_covers, std::string_view engine,
                                    std::shared_ptr<const LinearConstraints> rows,
                                    std::shared_ptr<const GlobalConstraints> global_constraints) {
    if (engine == "sparse")
        return std::make_unique<SparseSearch>(problem, keep_covers, Mode::listing, std::move(rows),
                                              std::move(global_constraints));
    if (rows) throw std::invalid_argument("this engine does not keep to bounds on sums");
    if (global_constraints) throw std::invalid_argument("this engine does not keep to global constraints");
    if (engine != "lanes") throw std::invalid_argument("this engine does not share its work");
    return std::make_unique<LaneSearch>(problem, keep_covers, instructions_by_name(problem, "best"));
}

void define_parallel_search(nb::module_& m) {
    auto parallel = nb::class_<CheckedParallel, CheckedEngine>(
        m, "ParallelSearch",
        "All solutions by ``engine``, \"sparse\" or \"lanes\", on several threads that live in ``run`` only.\n\n"
        "``ordered``: in the order of a single thread; ``room`` bytes of covers may wait for their turn.\n"
        "A single thread visits the first ``head_start`` nodes, and a thread at most ``grain`` between\n"
        "looks at the others. ``linear_constraints`` and ``global_constraints`` as for `SparseSearch`, for\n"
        "\"sparse\" alone.");
    parallel.def(
        "__init__",
        [](CheckedParallel* self, const Problem& problem, bool keep_covers, const char* engine, unsigned threads,
           bool sorted, std::uint64_t room, std::optional<std::uint64_t> seed, std::uint64_t head_start,
           std::uint64_t grain, const ListOf<RowTuple>& linear_constraints,
           const ListOf<GlobalTuple>& global_constraints) {
            if (threads == 0 || grain == 0) throw std::invalid_argument("at least one thread, and one node at a time");
            auto rows = shared_rows(problem, linear_constraints, seed.has_value());
            auto together = shared_global_constraints(problem, global_constraints, seed.has_value());
            const Sharing sharing{threads, keep_covers, sorted, room, head_start, grain};
            new (self) CheckedParallel(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return std::make_unique<ParallelSearch>(
                    listing(ordered, keep_covers, engine, std::move(rows), std::move(together)), sharing);
            });
        },
        "problem"_a, "keep_covers"_a, "engine"_a, "threads"_a, "ordered"_a, "room"_a, "seed"_a = nb::none(),
        "head_start"_a = Sharing{}.head_start, "grain"_a = Sharing{}.grain, "linear_constraints"_a = nb::list(),
        "global_constraints"_a = nb::list(), nb::keep_alive<1, 2>());
    parallel.def_prop_ro("bytes_waiting", &got<CheckedParallel, &ParallelSearch::bytes_waiting>);
}

// RandomWalks.
using Walking = Guarded<RandomWalks>;

void define_random_walks(nb::module_& m) {
    nb::class_<Walking>(
        m, "RandomWalks",
        "Random walks down the tree of ``SparseSearch`` (Knuth 1975), and sums over those since ``forget``.\n\n"
        "The same seed gives the same walks, however they are cut into runs. Where few options are left\n"
        "a walk ends with a search of the rest, unless ``searching`` is false. Rules are as for `SparseSearch`.")
        .def(
            "__init__",
            [](Walking* self, const Problem& problem, std::uint64_t seed, bool searching,
               const ListOf<RowTuple>& linear_constraints, const ListOf<GlobalTuple>& global_constraints) {
                new (self) Walking(std::make_unique<RandomWalks>(
                    problem, seed, searching, shared_rows(problem, linear_constraints, false),
                    shared_global_constraints(problem, global_constraints, false)));
            },
            "problem"_a, "seed"_a, "searching"_a = true, "linear_constraints"_a = nb::list(),
            "global_constraints"_a = nb::list(), nb::keep_alive<1, 2>())
        .def("run", &Walking::run<std::uint64_t, double>, "walks"_a, "seconds"_a,
             "So many walks, or as many as there is time for, without the GIL; the next run goes on.")
        .def("forget", [](Walking& self) { self.alone([](RandomWalks& walks) { walks.forget(); }); })
        .def_prop_ro("walks", &got<Walking, &RandomWalks::walks>)
        .def_prop_ro("solutions", &got<Walking, &RandomWalks::solutions>)
        .def_prop_ro("nodes", &listed<Walking, &RandomWalks::nodes>, "At each level, the root's first.");
}

// ClueLines.

using LinesHandle = Guarded<ClueLines>;

nb::bytes answers(const LinesHandle& self) {
    std::string answers;
    for (std::size_t line = 0; line < self.search().lines(); ++line)
        answers.push_back(static_cast<char>(self.search().answer(line)));
    return nb::bytes(answers.data(), answers.size());
}

// All of the same width, padded with a number that is no option.
nb::bytes covers(const LinesHandle& self) {
    const ClueLines& lines = self.search();
    std::vector<Index> covers(lines.lines() * lines.most(), kNone);
    for (std::size_t line = 0; line < lines.lines(); ++line)
        std::ranges::copy(lines.cover(line), covers.begin() + static_cast<std::ptrdiff_t>(line * lines.most()));
    return nb::bytes(covers.data(), covers.size() * sizeof(Index));
}

void define_clue_lines(nb::module_& m) {
    nb::class_<LinesHandle>(
        m, "ClueLines",
        "Lines of clues against one problem; ``array('I')`` but for ``symbols`` and ``blank``, ``array('B')``.\n\n"
        "Option o draws ``symbols[k]`` at place ``at[k]`` of a ``blank`` line, for k from ``starts[o]`` up to\n"
        "``starts[o + 1]``. ValueError where this way does not suit the problem.")
        .def(
            "__init__",
            [](LinesHandle* self, const Problem& problem, const Array<Index>& starts, const Array<Index>& at,
               const Array<std::uint8_t>& symbols, const Array<std::uint8_t>& blank, bool unique) {
                Drawing drawing{starts.copy(), at.copy(), symbols.copy(), blank.copy()};
                new (self) LinesHandle(std::make_unique<ClueLines>(problem, std::move(drawing), unique));
            },
            "problem"_a, "starts"_a.noconvert(), "at"_a.noconvert(), "symbols"_a.noconvert(), "blank"_a.noconvert(),
            "unique"_a, nb::keep_alive<1, 2>())
        .def(
            "load",
            [](LinesHandle& self, const nb::bytes& lines) {
                self.alone([&](ClueLines& clue_lines) {
                    clue_lines.load({static_cast<const std::uint8_t*>(lines.data()), lines.size()});
                });
            },
            "lines"_a, "The next lines, a symbol a place, one behind the other; 0 is no clue.")
        .def("run", &LinesHandle::run<double, unsigned>, "seconds"_a, "threads"_a,
             "Go on, without the GIL; true once every line is answered.")
        .def("answers", &answers,
             "Of each line: 0 not yet, 1 solved, 2 none, 3 ambiguous, 4 with a symbol that nothing draws.")
        .def(
            "drawn",
            [](const LinesHandle& self) {
                return nb::bytes(self.search().drawn().data(), self.search().drawn().size());
            },
            "How the solutions look, one line behind the other.")
        .def("covers", &covers,
             "The options of the solutions, of 32 bits each, all filled up with 2**32 - 1 to the same width.");
}

}  // namespace

void define_searches(nb::module_& m) {
    define_sparse_search(m);
    define_lane_search(m);
    define_learning_search(m);
    define_parallel_search(m);
    define_random_walks(m);
    define_clue_lines(m);
}

}  // namespace excover
