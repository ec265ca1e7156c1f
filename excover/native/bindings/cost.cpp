// The search for the best cover, and refutation by linear algebra.
#include <memory>

#include "bindings/python.hpp"
#include "cost/cheapest_search.hpp"
#include "linear/linear_refutation.hpp"

using namespace nb::literals;

namespace excover {

using namespace cost;
using namespace linear;

namespace {

// CheapestSearch.
class CheckedCheapest : public Checked<CheapestSearch> {
public:
    using Checked::Checked;

    Stop run_for(std::uint64_t work, std::uint64_t solutions, std::uint64_t nodes, double seconds) {
        const Running running(busy_);
        return search().run({solutions, nodes, seconds}, work);
    }

    // Offers a cover that was found elsewhere; throws InvalidProblem if it is not a cover.
    void offer(std::span<const Index> cover) {
        const Turn turn(busy_);
        if (const auto wrong = verifier().fault(cover)) throw InvalidProblem(*wrong);
        search().offer(cover);
    }

    void want_at_most(Cost cost) {
        const Turn turn(busy_);
        search().want_at_most(cost);
    }
};

void define_cheapest_search(nb::module_& m) {
    auto cheapest = nb::class_<CheckedCheapest, CheckedEngine>(
        m, "CheapestSearch",
        "Ever cheaper solutions, and a lower bound.\n\n"
        "``costs`` are ``array('q')``, one an option; ValueError if they are too large. The search ends\n"
        "when no solution is cheaper by more than the ``gap``, a part of the cost. ``linear_constraints`` as for\n"
        "`SparseSearch`. The ``threads`` live in ``run`` only; their number decides which of several best\n"
        "solutions is found.");
    cheapest.def(
        "__init__",
        [](CheckedCheapest* self, const Problem& problem, const Array<Cost>& costs, double gap,
           const ListOf<RowTuple>& linear_constraints, unsigned threads) {
            if (threads == 0) throw std::invalid_argument("at least one thread");
            new (self) CheckedCheapest(
                problem,
                std::make_unique<CheapestSearch>(problem, costs.view(), gap, linear_rows(linear_constraints), threads));
        },
        "problem"_a, "costs"_a.noconvert(), "gap"_a = 0.0, "linear_constraints"_a = nb::list(), "threads"_a = 1,
        nb::keep_alive<1, 2>());
    cheapest.def("run_for", &CheckedCheapest::run_for, "work"_a, "solutions"_a, "nodes"_a, "seconds"_a,
                 "As `run`, but stops, as if by nodes, once ``work`` has grown by so much.");
    cheapest.def(
        "offer", [](CheckedCheapest& self, const Array<Index>& cover) { self.offer(cover.view()); },
        "cover"_a.noconvert(),
        "A solution found elsewhere, ``array('I')``: from now on, only cheaper ones are sought.");
    cheapest.def(
        "want_at_most", [](CheckedCheapest& self, Cost cost) { self.want_at_most(cost); }, "cost"_a,
        "From now on, only solutions that cost at most so much are sought.");
    cheapest.def_prop_ro("bound", &got<CheckedCheapest, &CheapestSearch::bound>, "No solution costs less.");
    cheapest.def_prop_ro("has_two_sides", &got<CheckedCheapest, &CheapestSearch::has_two_sides>,
                         "Whether a circulation is under way, which will soon give the best solution.");
    cheapest.def_prop_ro("work", &got<CheckedCheapest, &CheapestSearch::work>,
                         "Items of options passed over, about 1.5 ns each.");
}

// LinearRefutation.
using CheckedRefutation = Checked<LinearRefutation>;

void define_linear_refutation(nb::module_& m) {
    nb::class_<CheckedRefutation, CheckedEngine>(
        m, "LinearRefutation",
        "Weights of items that every option balances, but what is to be covered does not, by some modulus.\n\n"
        "Looks for nothing if its tables could take more than ``memory`` bytes. EXHAUSTED once weights are\n"
        "found, or are known not to be. Its nodes are steps: options taken in for each modulus, and weights\n"
        "tried; its updates are numbers added up.")
        .def(
            "__init__",
            [](CheckedRefutation* self, const Problem& problem, std::uint64_t memory) {
                new (self) CheckedRefutation(problem, std::make_unique<LinearRefutation>(problem, memory));
            },
            "problem"_a, "memory"_a, nb::keep_alive<1, 2>())
        .def_prop_ro("modulus", &got<CheckedRefutation, &LinearRefutation::modulus>,
                     "Of the weights; 0 if none were found.")
        .def_prop_ro("weights", &listed<CheckedRefutation, &LinearRefutation::weights>,
                     "Of every item, if they were found.");
}

}  // namespace

void define_linear_bound(nb::module_& m) {
    m.def(
        "linear_bound",
        [](const Problem& problem, const Array<Cost>& costs, const ListOf<RowTuple>& rows,
           double seconds) -> TupleOf<int, double, ListOf<double>, ListOf<double>> {
            const auto listed = linear_rows(rows);
            LinearBound found;
            {
                const Unlocked unlocked;
                found = linear_bound(problem, costs.view(), listed, seconds);
            }
            return nb::make_tuple(static_cast<int>(found.status), found.value, plain_list(found.items),
                                  plain_list(found.rows));
        },
        "problem"_a, "costs"_a.noconvert(), "linear_constraints"_a, "seconds"_a,
        "The linear program of a problem: its status (1 if it is solved, 2 if it has no solution), the least cost,\n"
        "and the prices of the items and the rates of the rows that prove it.");
}

void define_cost(nb::module_& m) {
    define_linear_bound(m);
    define_cheapest_search(m);
    define_linear_refutation(m);
}

}  // namespace excover
