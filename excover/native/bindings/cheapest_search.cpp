// CheapestSearch.
#include "cost/cheapest_search.hpp"
#include "bindings/arrays.hpp"
#include "bindings/checked.hpp"
#include "bindings/define.hpp"
#include "bindings/sum_row.hpp"

using namespace nb::literals;

namespace excover {

namespace {

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

}  // namespace

void define_cheapest_search(nb::module_& m) {
    auto cheapest = nb::class_<CheckedCheapest, CheckedEngine>(
        m, "CheapestSearch",
        "Ever cheaper solutions, and a lower bound.\n\n"
        "``costs`` are ``array('q')``, one an option; ValueError if they are too large. The search ends\n"
        "when no solution is cheaper by more than the ``gap``, a part of the cost. ``sums`` as for `SparseSearch`.\n"
        "The ``threads`` live in ``run`` only; their number decides which of several best solutions is found.\n"
        "``memory``: bytes that prices kept on the way from the roots of its trees may take.");
    cheapest.def(
        "__init__",
        [](CheckedCheapest* self, const Problem& problem, const Array<Cost>& costs, double gap,
           const ListOf<RowTuple>& sums, unsigned threads, std::uint64_t memory) {
            if (threads == 0) throw std::invalid_argument("at least one thread");
            new (self) CheckedCheapest(
                problem, std::make_unique<CheapestSearch>(problem, costs.view(), gap, sum_rows(sums), threads, memory));
        },
        "problem"_a, "costs"_a.noconvert(), "gap"_a = 0.0, "sums"_a = nb::list(), "threads"_a = 1,
        "memory"_a = UINT64_MAX, nb::keep_alive<1, 2>());
    cheapest.def("run_for", &CheckedCheapest::run_for, "work"_a, "solutions"_a, "nodes"_a, "seconds"_a,
                 "As `run`, but stops, as if by nodes, once ``work`` has grown by so much.");
    cheapest.def(
        "offer", [](CheckedCheapest& self, const Array<Index>& cover) { self.offer(cover.view()); },
        "cover"_a.noconvert(),
        "A solution found elsewhere, ``array('I')``: from now on, only cheaper ones are sought.");
    cheapest.def(
        "want_at_most", [](CheckedCheapest& self, Cost cost) { self.want_at_most(cost); }, "cost"_a,
        "From now on, only solutions that cost at most so much are sought.");
    cheapest.def_prop_ro(
        "bound", [](const CheckedCheapest& self) { return self.search().bound(); }, "No solution costs less.");
    cheapest.def_prop_ro(
        "has_two_sides", [](const CheckedCheapest& self) { return self.search().has_two_sides(); },
        "Whether a circulation is under way, which will soon give the best solution.");
    cheapest.def_prop_ro(
        "work", [](const CheckedCheapest& self) { return self.search().work(); },
        "Items of options passed over, about 1.5 ns each.");
}

}  // namespace excover
