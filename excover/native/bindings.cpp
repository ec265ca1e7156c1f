// What Python sees of the core; with running.hpp, arrays.hpp and the other bindings the only files that know Python.
//
// Arrays come in as nb::ndarray and are copied in the body of a function, where running out of memory
// becomes MemoryError; nanobind's casters for STL containers would abort the process instead.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arrays.hpp"
#include "bindings_proof.hpp"
#include "bindings_symmetry.hpp"
#include "cheapest_search.hpp"
#include "diagram.hpp"
#include "diagram_check.hpp"
#include "diagram_code.hpp"
#include "graph.hpp"
#include "lane_search.hpp"
#include "many.hpp"
#include "parallel.hpp"
#include "problem.hpp"
#include "random_walks.hpp"
#include "restricted.hpp"
#include "running.hpp"
#include "shuffled.hpp"
#include "sparse_search.hpp"
#include "starts.hpp"
#include "verify.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace excover {

namespace {

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

// Covers as Python knows them; that all of them share their numbers saves most of their memory and time.
class Numbers {
public:
    explicit Numbers(Index options) : numbers_(options) {}

    nb::object tuple(std::span<const Index> cover) {
        nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(cover.size())));
        if (!tuple.is_valid()) throw nb::python_error();
        for (std::size_t k = 0; k < cover.size(); ++k)
            PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(k), number(cover[k]).inc_ref().ptr());
        return tuple;
    }

private:
    nb::handle number(Index option) {
        nb::object& number = numbers_[option];
        if (!number.is_valid()) number = nb::steal(PyLong_FromUnsignedLong(option));
        if (!number.is_valid()) throw nb::python_error();
        return number;
    }

    std::vector<nb::object> numbers_;  // of an option, once it was needed
};

// A search that checks what it hands out.
template <class Search>
class Checked {
public:
    template <class... Arguments>
    explicit Checked(const Problem& problem, Arguments&&... arguments)
        : problem_(problem),
          search_(std::forward<Arguments>(arguments)...),
          verifier_(problem),
          numbers_(problem.options()) {}

    // In an order of its own, if there is one: `make` is given the problem that is searched.
    template <class Make>
    Checked(std::unique_ptr<const Shuffled> order, const Problem& problem, Make make)
        : problem_(problem),
          order_(std::move(order)),
          search_(make(order_ ? order_->problem() : problem)),
          verifier_(problem),
          numbers_(problem.options()) {}

    Stop run(std::uint64_t solutions, std::uint64_t nodes, double seconds) {
        const Running running(busy_);
        return search_.run({solutions, nodes, seconds});
    }

    // Verifies the covers found since the last call and appends them to a list: all or, if something fails,
    // none, and no signal handler can come in between.
    std::optional<std::string> hand_over(nb::list list) {
        const Turn turn(busy_);
        const Covers renumbered = order_ ? order_->in_given_numbers(search_.covers()) : Covers{};
        const Covers& covers = order_ ? renumbered : search_.covers();
        if (auto wrong = verifier_.fault(covers)) return wrong;
        nb::list found;
        for (std::size_t k = 0; k < covers.size(); ++k)
            if (!position_ || !position_->has_passed(problem_, covers[k])) found.append(numbers_.tuple(covers[k]));
        if (PyList_SetSlice(list.ptr(), PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, found.ptr()) != 0) throw nb::python_error();
        search_.clear_covers();
        return std::nullopt;
    }

    // Hands out only what another search has not met.
    void go_on_from(Position position) { position_ = std::move(position); }

    const Search& search() const { return search_; }
    Search& search() { return search_; }

private:
    const Problem& problem_;
    std::optional<Position> position_;
    std::unique_ptr<const Shuffled> order_;
    Search search_;
    Verifier verifier_;
    Numbers numbers_;
    std::atomic_flag busy_;
};

std::unique_ptr<const Shuffled> order_of(const Problem& problem, nb::handle seed) {
    return seed.is_none() ? nullptr : std::make_unique<const Shuffled>(problem, nb::cast<std::uint64_t>(seed));
}

using CheckedSparse = Checked<SparseSearch>;
using CheckedCheapest = Checked<CheapestSearch>;
using CheckedLanes = Checked<LaneSearch>;
using CheckedParallel = Checked<ParallelSearch>;
using CheckedDiagram = Checked<DiagramSearch>;

template <class Search>
void define_search(nb::class_<Checked<Search>>& type) {
    using Self = Checked<Search>;
    type.def("run", &Self::run, "solutions"_a, "nodes"_a, "seconds"_a)
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
    if constexpr (requires(const Search& search) { search.position(); })
        type.def("position", [](const Self& self) { return self.search().position(); });
    if constexpr (requires(const Search& search) { search.share(); })
        type.def_prop_ro("progress", [](const Self& self) { return std::clamp(1 - self.search().share(), 0.0, 1.0); });
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

std::unique_ptr<TreeSearch> listing(const Problem& problem, bool keep_covers, std::string_view engine) {
    if (engine == "sparse") return std::make_unique<SparseSearch>(problem, keep_covers);
    if (engine != "lanes") throw std::invalid_argument("this engine does not share its work");
    return std::make_unique<LaneSearch>(problem, keep_covers, instructions_by_name(problem, "best"));
}

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
    Counting(const Problem& problem, std::uint64_t memory, unsigned threads) {
        std::string obstacle;
        count_ = make_graph_count(problem, memory, threads, obstacle);
        if (!count_) throw std::invalid_argument("the graph engine does not apply: " + obstacle);
    }

    Stop run(std::uint64_t, std::uint64_t nodes, double seconds) {
        const Running running(busy_);
        return count_->run({UINT64_MAX, nodes, seconds});
    }

    const GraphCount& count() const { return *count_; }

private:
    std::unique_ptr<GraphCount> count_;
    std::atomic_flag busy_;
};

class Walking {
public:
    Walking(const Problem& problem, std::uint64_t seed, bool searching) : walks_(problem, seed, searching) {}

    Stop run(std::uint64_t walks, double seconds) {
        const Running running(busy_);
        return walks_.run(walks, seconds);
    }

    void forget() {
        const Turn turn(busy_);
        walks_.forget();
    }

    const RandomWalks& walks() const { return walks_; }

private:
    RandomWalks walks_;
    std::atomic_flag busy_;
};

template <class Numbers>
nb::list plain_list(const Numbers& numbers) {
    nb::list list;
    for (const auto number : numbers) list.append(number);
    return list;
}

// The diagram of a problem, which it keeps to verify what it hands out.
struct CheckedDiagramData {
    nb::object owner;  // of the problem
    const Problem* problem;
    std::shared_ptr<const Diagram> diagram;

    nb::object verified(std::span<const Index> cover) const {
        if (const auto wrong = Verifier(*problem).fault(cover)) throw std::logic_error(*wrong);
        return cover_tuple(cover);
    }
};

nb::list integers(std::span<const std::uint64_t> limbs, std::size_t each) {
    nb::list list;
    for (std::size_t k = 0; k < limbs.size(); k += each) list.append(integer(limbs.subspan(k, each)));
    return list;
}

struct Ranking {
    CheckedDiagramData data;
    DiagramRanking ranking;
};

std::unique_ptr<DiagramBuilder> builder_for(const Problem& problem, std::uint64_t memory,
                                            unsigned threads) {
    std::string obstacle;
    auto builder = make_diagram_builder(problem, memory, threads, obstacle);
    if (!builder) throw std::invalid_argument("the graph engine does not apply: " + obstacle);
    return builder;
}

void define_diagram(nb::module_& m) {
    nb::class_<Ranking>(m, "DiagramRanking", "The solutions of a diagram, cheapest first.")
        .def("__next__", [](Ranking& self) {
            std::vector<Index> cover;
            std::int64_t cost = 0;
            if (!self.ranking.next(cover, cost)) throw nb::stop_iteration();
            return nb::make_tuple(cost, self.data.verified(cover));
        });

    auto diagram = nb::class_<CheckedDiagramData>(m, "Diagram", "All solutions of a problem.");
    diagram
        .def(
            "__init__",
            [](CheckedDiagramData* self, nb::handle problem, const nb::bytes& bytes, Index nodes, std::uint64_t edges,
               bool is_empty, std::uint64_t memory) {
                const auto* own = nb::cast<const Problem*>(problem);
                const std::span body(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
                auto diagram = decode(body, {own->options(), nodes, edges, is_empty}, memory);
                check_paths(*diagram, *own);
                new (self) CheckedDiagramData{nb::borrow(problem), own, std::move(diagram)};
            },
            "problem"_a, "bytes"_a, "nodes"_a, "edges"_a, "is_empty"_a, "memory"_a)
        .def("encoded",
             [](const CheckedDiagramData& self) {
                 const std::vector<std::uint8_t> bytes = encode(*self.diagram);
                 return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
             })
        .def("edges_of",
             [](const CheckedDiagramData& self, Index node) {
                 if (node >= self.diagram->nodes()) throw std::out_of_range("there is no such node");
                 nb::list edges;
                 for (const Edge& edge : self.diagram->edges(node)) edges.append(nb::make_tuple(edge.option, edge.child));
                 return edges;
             },
             "node"_a)
        .def_prop_ro("is_empty", [](const CheckedDiagramData& self) { return self.diagram->is_empty(); })
        .def_prop_ro("nodes", [](const CheckedDiagramData& self) { return self.diagram->nodes(); })
        .def_prop_ro("edges", [](const CheckedDiagramData& self) { return self.diagram->all_edges().size(); })
        .def_prop_ro("solutions", [](const CheckedDiagramData& self) { return integer(self.diagram->solutions()); })
        .def_prop_ro("limbs", [](const CheckedDiagramData& self) { return self.diagram->limbs(); })
        .def(
            "solutions_without",
            [](const CheckedDiagramData& self, const Array<std::uint8_t>& banned) {
                if (banned.shape(0) != self.diagram->options()) throw std::invalid_argument("one flag an option");
                return integer(self.diagram->solutions_without(view(banned)));
            },
            "banned"_a.noconvert())
        .def(
            "restricted",
            [](const CheckedDiagramData& self, const Array<std::uint8_t>& banned, const Array<std::uint8_t>& wanted) {
                return CheckedDiagramData{self.owner, self.problem,
                                          restricted(*self.diagram, view(banned), view(wanted))};
            },
            "banned"_a.noconvert(), "wanted"_a.noconvert())
        .def("marginals",
             [](const CheckedDiagramData& self) { return integers(self.diagram->marginals(), self.diagram->limbs()); })
        .def(
            "cover",
            [](const CheckedDiagramData& self, const Array<std::uint64_t>& rank) {
                return self.verified(self.diagram->cover(view(rank)));
            },
            "rank"_a.noconvert())
        .def(
            "ranking",
            [](const CheckedDiagramData& self, const Array<std::int64_t>& costs) {
                return Ranking{self, DiagramRanking(self.diagram, view(costs))};
            },
            "costs"_a.noconvert());

    auto search = nb::class_<CheckedDiagram>(m, "DiagramSearch", "All solutions by way of their diagram.");
    search
        .def(
            "__init__",
            [](CheckedDiagram* self, const Problem& problem, std::uint64_t memory, unsigned threads) {
                new (self) CheckedDiagram(problem, builder_for(problem, memory, threads));
            },
            "problem"_a, "memory"_a, "threads"_a, nb::keep_alive<1, 2>())
        .def(
            "__init__",
            [](CheckedDiagram* self, const Problem& problem, const CheckedDiagramData& data) {
                new (self) CheckedDiagram(problem, data.diagram);
            },
            "problem"_a, "diagram"_a, nb::keep_alive<1, 2>())
        .def(
            "diagram",
            [](const CheckedDiagram& self, nb::handle problem) -> nb::object {
                if (!self.search().diagram()) return nb::none();
                return nb::cast(CheckedDiagramData{nb::borrow(problem), nb::cast<const Problem*>(problem),
                                                   self.search().diagram()});
            },
            "problem"_a);
    search.def("go_on_from", &CheckedDiagram::go_on_from, "position"_a);
    define_search(search);
}

class ManyLines {
public:
    ManyLines(const Problem& problem, const Array<Index>& starts, const Array<Index>& at,
              const Array<std::uint8_t>& symbols, const Array<std::uint8_t>& blank, bool unique)
        : many_(problem, {copy(starts), copy(at), copy(symbols), copy(blank)}, unique) {}

    void load(const nb::bytes& lines) {
        const Turn turn(busy_);
        many_.load({static_cast<const std::uint8_t*>(lines.data()), lines.size()});
    }

    bool run(double seconds, unsigned threads) {
        const Running running(busy_);
        return many_.run(seconds, threads);
    }

    nb::bytes answers() const {
        std::string answers;
        for (std::size_t line = 0; line < many_.lines(); ++line)
            answers.push_back(static_cast<char>(many_.answer(line)));
        return nb::bytes(answers.data(), answers.size());
    }

    nb::bytes drawn() const { return nb::bytes(many_.drawn().data(), many_.drawn().size()); }

    // All of the same width, filled up with numbers of no option.
    nb::bytes covers() const {
        std::vector<Index> covers(many_.lines() * many_.most(), kNone);
        for (std::size_t line = 0; line < many_.lines(); ++line)
            std::ranges::copy(many_.cover(line), covers.begin() + static_cast<std::ptrdiff_t>(line * many_.most()));
        return nb::bytes(covers.data(), covers.size() * sizeof(Index));
    }

private:
    Many many_;
    std::atomic_flag busy_;
};

void define_many(nb::module_& m) {
    nb::class_<ManyLines>(m, "ManyLines", "Lines of clues against one problem; run() goes on where it stopped.")
        .def(nb::init<const Problem&, const Array<Index>&, const Array<Index>&, const Array<std::uint8_t>&,
                      const Array<std::uint8_t>&, bool>(),
             "problem"_a, "starts"_a.noconvert(), "at"_a.noconvert(), "symbols"_a.noconvert(), "blank"_a.noconvert(),
             "unique"_a, nb::keep_alive<1, 2>())
        .def("load", &ManyLines::load, "lines"_a)
        .def("run", &ManyLines::run, "seconds"_a, "threads"_a)
        .def("answers", &ManyLines::answers)
        .def("drawn", &ManyLines::drawn)
        .def("covers", &ManyLines::covers);
}

class StartSearch {
public:
    StartSearch(const CheckedDiagramData& data, Index size, const Array<std::uint8_t>& skipped,
                const GroupHandle* symmetries, std::uint64_t keep, std::size_t most)
        : starts_(data.diagram, {size, copy(skipped), symmetries ? symmetries->group : nullptr, keep, most}) {}

    Stop run(std::uint64_t unique, double seconds) {
        const Running running(busy_);
        return starts_.run({unique, UINT64_MAX, seconds});
    }

    nb::list hand_over() {
        const Turn turn(busy_);
        nb::list found;
        for (std::size_t k = 0; k < starts_.found().size(); ++k) found.append(cover_tuple(starts_.found()[k]));
        starts_.clear_found();
        return found;
    }

    nb::list most() const {
        nb::list list;
        for (const Starts::Start& start : starts_.most())
            list.append(nb::make_tuple(integer(start.completions), cover_tuple(start.options)));
        return list;
    }

    const Starts& starts() const { return starts_; }

private:
    Starts starts_;
    std::atomic_flag busy_;
};

void define_starts(nb::module_& m) {
    nb::class_<StartSearch>(m, "Starts", "All sets of so many options that solutions contain; run() goes on.")
        .def(nb::init<const CheckedDiagramData&, Index, const Array<std::uint8_t>&, const GroupHandle*, std::uint64_t,
                      std::size_t>(),
             "diagram"_a, "size"_a, "skipped"_a.noconvert(), "symmetries"_a.none(), "keep"_a, "most"_a)
        .def("run", &StartSearch::run, "unique"_a, "seconds"_a)
        .def("hand_over", &StartSearch::hand_over)
        .def("most", &StartSearch::most)
        .def_prop_ro("sets", [](const StartSearch& self) { return self.starts().sets(); })
        .def_prop_ro("unique", [](const StartSearch& self) { return self.starts().unique(); })
        .def_prop_ro("done", [](const StartSearch& self) { return self.starts().done(); });
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

    nb::class_<Position>(m, "Position", "How far a search of the whole tree has come.");

    auto sparse = nb::class_<CheckedSparse>(m, "SparseSearch", "All solutions by sparse sets; run() goes on where it stopped.");
    sparse.def(
        "__init__",
        [](CheckedSparse* self, const Problem& problem, bool keep_covers, bool first, nb::object seed) {
            new (self) CheckedSparse(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return SparseSearch(ordered, keep_covers, first ? Aim::finding : Aim::listing);
            });
        },
        "problem"_a, "keep_covers"_a, "first"_a, "seed"_a = nb::none(), nb::keep_alive<1, 2>());
    define_search(sparse);

    sparse.def_prop_ro("profile", [](const CheckedSparse& self) { return plain_list(self.search().profile()); });
    nb::class_<Walking>(m, "RandomWalks", "Random walks down the tree of SparseSearch, and sums over them.")
        .def(nb::init<const Problem&, std::uint64_t, bool>(), "problem"_a, "seed"_a, "searching"_a = true,
             nb::keep_alive<1, 2>())
        .def("run", &Walking::run, "walks"_a, "seconds"_a)
        .def("forget", &Walking::forget)
        .def_prop_ro("walks", [](const Walking& self) { return self.walks().walks(); })
        .def_prop_ro("solutions", [](const Walking& self) { return self.walks().solutions(); })
        .def_prop_ro("nodes", [](const Walking& self) { return plain_list(self.walks().nodes()); });

    auto lanes = nb::class_<CheckedLanes>(m, "LaneSearch", "All solutions by item lanes; run() goes on where it stopped.");
    lanes.def(
        "__init__",
        [](CheckedLanes* self, const Problem& problem, bool keep_covers, const char* instructions, nb::object seed) {
            const Instructions kind = instructions_by_name(problem, instructions);
            new (self) CheckedLanes(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return LaneSearch(ordered, keep_covers, kind);
            });
        },
        "problem"_a, "keep_covers"_a, "instructions"_a, "seed"_a = nb::none(), nb::keep_alive<1, 2>());
    define_search(lanes);
    m.def("lane_bytes", &lane_bytes, "problem"_a, "What the conflict rows take; 2^64 - 1 if the bounds do not suit.");
    m.def("instructions", &instruction_names, "The kernels of the lanes that this machine can run, the best one last.");

    auto parallel = nb::class_<CheckedParallel>(m, "ParallelSearch", "All solutions, on several threads.");
    parallel.def(
        "__init__",
        [](CheckedParallel* self, const Problem& problem, bool keep_covers, const char* engine, unsigned threads,
           bool sorted, std::uint64_t room, nb::object seed, std::uint64_t head_start, std::uint64_t grain) {
            if (threads == 0 || grain == 0) throw std::invalid_argument("at least one thread, and one node at a time");
            const Sharing sharing{threads, keep_covers, sorted, room, head_start, grain};
            new (self) CheckedParallel(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return ParallelSearch(listing(ordered, keep_covers, engine), sharing);
            });
        },
        "problem"_a, "keep_covers"_a, "engine"_a, "threads"_a, "ordered"_a, "room"_a, "seed"_a = nb::none(),
        "head_start"_a = Sharing{}.head_start, "grain"_a = Sharing{}.grain, nb::keep_alive<1, 2>());
    parallel.def("set_head_start", [](CheckedParallel& self, std::uint64_t nodes) { self.search().set_head_start(nodes); },
                 "nodes"_a);
    parallel.def_prop_ro("threads", [](const CheckedParallel& self) { return self.search().threads(); })
        .def_prop_ro("bytes_waiting", [](const CheckedParallel& self) { return self.search().bytes_waiting(); });
    define_search(parallel);

    auto cheapest = nb::class_<CheckedCheapest>(m, "CheapestSearch", "Ever cheaper solutions, by branch and bound.");
    cheapest.def(
        "__init__",
        [](CheckedCheapest* self, const Problem& problem, const Array<CostBound::Cost>& costs) {
            new (self) CheckedCheapest(problem, problem, view(costs));
        },
        "problem"_a, "costs"_a.noconvert(), nb::keep_alive<1, 2>());
    define_search(cheapest);

    nb::class_<Counting>(m, "GraphCount", "The number of solutions by a sweep over states; run() goes on where it stopped.")
        .def(nb::init<const Problem&, std::uint64_t, unsigned>(), "problem"_a, "memory"_a, "threads"_a, nb::keep_alive<1, 2>())
        .def("run", &Counting::run, "solutions"_a, "nodes"_a, "seconds"_a)
        .def_prop_ro("solutions", [](const Counting& self) { return integer(self.count().solutions()); })
        .def_prop_ro("nodes", [](const Counting& self) { return self.count().nodes(); })
        .def_prop_ro("updates", [](const Counting& self) { return self.count().updates(); })
        .def_prop_ro("depth", [](const Counting& self) { return self.count().depth(); })
        .def_prop_ro("bytes", [](const Counting& self) { return self.count().bytes(); });

    nb::exception<TooLarge>(m, "TooLarge", PyExc_RuntimeError);
    define_diagram(m);
    define_many(m);
    define_starts(m);
    define_proofs(m);
    define_symmetry(m);

    m.def(
        "fault",
        [](const Problem& problem, const Array<Index>& cover) -> nb::object {
            const auto wrong = Verifier(problem).fault(view(cover));
            return wrong ? nb::object(nb::str(wrong->c_str())) : nb::none();
        },
        "problem"_a, "cover"_a.noconvert(), "What is wrong with a cover (ascending option numbers), or None.");
}
