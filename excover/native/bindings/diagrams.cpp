// Diagrams of all covers: built, asked, ranked, and walked for starts.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/python.hpp"
#include "diagram/diagram.hpp"

using namespace nb::literals;

namespace excover {

using namespace diagram;

namespace {

// Diagram, and the exception of one that is too large.
void read(DiagramHandle* self, nb::typed<nb::handle, Problem> problem, const nb::bytes& bytes, Index nodes,
          std::uint64_t edges, bool is_empty, std::uint64_t memory, const Look& look) {
    const auto* own = nb::cast<const Problem*>(problem);
    const std::span body(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
    std::shared_ptr<const Diagram> diagram;
    Passes passes;
    plan_decoding(passes, body, {own->options(), nodes, edges, is_empty}, memory, diagram);
    finish(passes, look);
    plan_check_of_paths(passes, *diagram, *own);
    finish(passes, look);
    new (self) DiagramHandle{nb::borrow(problem), own, std::move(diagram)};
}

DiagramHandle diagram_of_rules(const Checked<graph::FrontierOfRules>& search,
                               const nb::typed<nb::object, Problem>& problem, const Array<Index>& stand_ins,
                               std::uint64_t memory, const Look& look) {
    if (!search.search().is_complete()) throw std::invalid_argument("the search is not complete");
    const auto* own = nb::cast<const Problem*>(problem);
    std::shared_ptr<const Diagram> diagram;
    Passes passes;
    plan_diagram(passes, search.search(), stand_ins.copy(), own->options(), memory, diagram);
    finish(passes, look);
    return {problem, own, std::move(diagram)};
}

nb::bytes encoded(const DiagramHandle& self, const Look& look) {
    std::vector<std::uint8_t> bytes;
    Passes passes;
    plan_encoding(passes, *self.diagram, bytes);
    finish(passes, look);
    return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

ListOf<TupleOf<Index, Index>> edges_of(const DiagramHandle& self, Index node) {
    if (node >= self.diagram->nodes()) throw std::out_of_range("there is no such node");
    nb::list edges;
    for (const Edge& edge : self.diagram->edges(node)) edges.append(nb::make_tuple(edge.option, edge.child));
    return edges;
}

nb::int_ solutions_without(const DiagramHandle& self, const Array<std::uint8_t>& banned, const Look& look) {
    if (banned.size() != self.diagram->options()) throw std::invalid_argument("one flag an option");
    std::vector<std::uint64_t> limbs;
    Passes passes;
    self.diagram->plan_solutions_without(passes, banned.view(), limbs);
    finish(passes, look);
    return integer(limbs);
}

DiagramHandle part(const DiagramHandle& self, const Array<std::uint8_t>& banned, const Array<std::uint8_t>& wanted,
                   const Look& look) {
    DiagramHandle part{self.owner, self.problem, nullptr};
    Passes passes;
    plan_restricted(passes, *self.diagram, banned.view(), wanted.view(), part.diagram);
    finish(passes, look);
    return part;
}

ListOf<nb::int_> marginals(const DiagramHandle& self, const Look& look) {
    std::vector<std::uint64_t> limbs;
    Passes passes;
    self.diagram->plan_marginals(passes, limbs);
    finish(passes, look);
    return integers(limbs, self.diagram->limbs());
}

RankingHandle ranking(const DiagramHandle& self, const Array<std::int64_t>& costs, const Look& look) {
    Passes passes;
    auto ranking = std::make_unique<DiagramRanking>(passes, self.diagram, costs.view());
    finish(passes, look);
    return {self, std::move(ranking)};
}

void define_diagram(nb::module_& m) {
    const nb::object base = nb::module_::import_("excover.base.errors").attr("ExcoverError");
    const nb::exception<TooLarge> too_large(m, "TooLarge", nb::make_tuple(base, nb::handle(PyExc_RuntimeError)));
    too_large.attr("__doc__") = "A diagram takes more memory than it may.";

    m.def(
        "diagram_of_rules", &diagram_of_rules, "search"_a, "problem"_a, "stand_ins"_a.noconvert(), "memory"_a, "look"_a,
        "That of a complete search of `FrontierOfRules`, for a problem with these items and options, and stand-ins.\n\n"
        "``stand_ins`` has for each option (``array('I')``) another one that is chosen where it is not, or 2^32 - 1.\n"
        "``look`` as for a Diagram.");
    nb::class_<DiagramHandle>(m, "Diagram",
                              "All solutions of a problem, as paths.\n\n"
                              "``look`` is called every few hundredths of a second; what it raises ends the call.")
        .def("__init__", &read, "problem"_a, "bytes"_a, "nodes"_a, "edges"_a, "is_empty"_a, "memory"_a, "look"_a,
             "What ``encoded`` gave; ValueError if the bytes are no such diagram, TooLarge if its numbers are.")
        .def("encoded", &encoded, "look"_a)
        .def("edges_of", &edges_of, "node"_a,
             "Each an option and a node, or the number of all nodes, which is the end of a solution.")
        .def_prop_ro(
            "is_empty", [](const DiagramHandle& self) { return self.diagram->is_empty(); },
            "There is no solution; a diagram without nodes that is not empty has one, without options.")
        .def_prop_ro("nodes", [](const DiagramHandle& self) { return self.diagram->nodes(); })
        .def_prop_ro("edges", [](const DiagramHandle& self) { return self.diagram->all_edges().size(); })
        .def_prop_ro("solutions", [](const DiagramHandle& self) { return integer(self.diagram->solutions()); })
        .def_prop_ro(
            "limbs", [](const DiagramHandle& self) { return self.diagram->limbs(); },
            "Of 64 bits, in every number of solutions.")
        .def("solutions_without", &solutions_without, "banned"_a.noconvert(), "look"_a,
             "``array('B')``, a flag an option.")
        .def("restricted", &part, "banned"_a.noconvert(), "wanted"_a.noconvert(), "look"_a,
             "The solutions without banned options and, if any is wanted, with one of those; flags as above.")
        .def("marginals", &marginals, "look"_a, "How many solutions choose each option.")
        .def(
            "cover",
            [](const DiagramHandle& self, const Array<std::uint64_t>& rank) {
                return self.verified(self.diagram->cover(rank.view()));
            },
            "rank"_a.noconvert(),
            "``array('Q')`` of so many limbs, the lowest first; IndexError beyond the last solution.")
        .def("ranking", &ranking, "costs"_a.noconvert(), "look"_a,
             "``array('q')``, one an option; their absolute values must not add up to 2**63.");
}

// DiagramRanking.
void define_diagram_ranking(nb::module_& m) {
    nb::class_<RankingHandle>(m, "DiagramRanking", "The solutions of a diagram, cheapest first.")
        .def("__next__", [](RankingHandle& self) {
            std::vector<Index> cover;
            std::int64_t cost = 0;
            if (!self.ranking->next(cover, cost)) throw nb::stop_iteration();
            return TupleOf<std::int64_t, Cover>(nb::make_tuple(cost, self.data.verified(cover)));
        });
}

// DiagramSearch.
class CheckedDiagram : public Checked<DiagramSearch> {
public:
    using Checked::Checked;

    Maybe<DiagramHandle> diagram(nb::typed<nb::handle, Problem> problem) const override {
        if (!search().diagram()) return nb::none();
        return nb::cast(DiagramHandle{nb::borrow(problem), nb::cast<const Problem*>(problem), search().diagram()});
    }
};

void define_diagram_search(nb::module_& m) {
    auto search = nb::class_<CheckedDiagram, CheckedEngine>(
        m, "DiagramSearch",
        "All solutions by way of their diagram; ValueError where that does not apply.\n\n"
        "``run`` builds it first, or raises TooLarge.");
    search
        .def(
            "__init__",
            [](CheckedDiagram* self, const Problem& problem, std::uint64_t memory, unsigned threads) {
                new (self) CheckedDiagram(
                    problem, std::make_unique<DiagramSearch>(make_diagram_builder(problem, memory, threads)));
            },
            "problem"_a, "memory"_a, "threads"_a, nb::keep_alive<1, 2>())
        .def(
            "__init__",
            [](CheckedDiagram* self, const Problem& problem, const DiagramHandle& data) {
                new (self) CheckedDiagram(problem, std::make_unique<DiagramSearch>(data.diagram));
            },
            "problem"_a, "diagram"_a, nb::keep_alive<1, 2>());
}

// Starts.
using StartSearch = Guarded<Starts>;

CoverList found_starts(StartSearch& self) {
    return self.alone([](Starts& starts) {
        nb::list found;
        for (std::size_t k = 0; k < starts.found().size(); ++k) found.append(cover_tuple(starts.found()[k]));
        starts.clear_found();
        return CoverList(found);
    });
}

ListOf<TupleOf<nb::int_, Cover>> most_completed(const StartSearch& self) {
    nb::list list;
    for (const Starts::Start& start : self.search().most())
        list.append(nb::make_tuple(integer(start.completions), cover_tuple(start.options)));
    return ListOf<TupleOf<nb::int_, Cover>>(list);
}

void define_starts(nb::module_& m) {
    nb::class_<StartSearch>(
        m, "Starts",
        "All sets of ``size`` options that solutions contain; ``skipped``: ``array('B')``, a flag an option.\n\n"
        "Of those that ``symmetries`` take to each other, one.")
        .def(
            "__init__",
            [](StartSearch* self, const DiagramHandle& data, Index size, const Array<std::uint8_t>& skipped,
               const GroupHandle* symmetries, std::uint64_t keep, std::size_t most) {
                const auto group = symmetries ? symmetries->group : nullptr;
                new (self) StartSearch(
                    std::make_unique<Starts>(data.diagram, Starts::Question{size, skipped.copy(), group, keep, most}));
            },
            "diagram"_a, "size"_a, "skipped"_a.noconvert(), "symmetries"_a.none(), "keep"_a, "most"_a)
        .def(
            "run",
            [](StartSearch& self, std::uint64_t unique, double seconds) {
                return self.run(Allowance{unique, UINT64_MAX, seconds});
            },
            "unique"_a, "seconds"_a, "Go on until so many unique starts wait, or seconds are used up; without the GIL.")
        .def("hand_over", &found_starts, "The unique starts found since the last call.")
        .def("most", &most_completed, "Those that most solutions contain, with how many.")
        .def_prop_ro("sets", &got<StartSearch, &Starts::sets>)
        .def_prop_ro("unique", &got<StartSearch, &Starts::unique>)
        .def_prop_ro("done", &got<StartSearch, &Starts::done>);
}

}  // namespace

void define_diagrams(nb::module_& m) {
    define_diagram(m);
    define_diagram_ranking(m);
    define_diagram_search(m);
    define_starts(m);
}

}  // namespace excover
