// SparseSearch.
#include <memory>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/checked_tree.hpp"
#include "bindings/define.hpp"
#include "bindings/sum_row.hpp"
#include "bindings/values.hpp"
#include "bindings/whole.hpp"
#include "sparse/sparse_search.hpp"

using namespace nb::literals;

namespace excover {

namespace {

using CheckedSparse = Checked<SparseSearch, CheckedTree>;

using Taken = TupleOf<Index, Weight>;
using Slack = TupleOf<Weight, ListOf<Taken>>;

ListOf<Slack> slacks(const SumRows* rows) {
    nb::list list;
    for (Index row = 0; rows && row < rows->size(); ++row) {
        nb::list taken;
        for (const SumRows::Taker& each : rows->takers(row)) taken.append(nb::make_tuple(each.option, each.reduced));
        list.append(nb::make_tuple(rows->slack(row), taken));
    }
    return ListOf<Slack>(list);
}

}  // namespace

void define_sparse_search(nb::module_& m) {
    auto sparse = nb::class_<CheckedSparse, CheckedTree>(
        m, "SparseSearch",
        "All solutions by sparse sets.\n\n"
        "``first``: not in the order of listing, but the first one soon. ``seed``: of a random order\n"
        "of items and options, where there is to be one. ``sums``: options (``array('I')``, ascending), the\n"
        "weight of each (``array('q')``), and what the weights of the chosen ones sum to at most;\n"
        "ValueError for these together with a seed. ``wholes``: what all chosen options together must be: whether\n"
        "that is a loop, or else connected; the places of each option, two for each line of a loop; and the\n"
        "neighbors of each place; both as starts and members (``array('I')``). ValueError with a seed.");
    sparse.def(
        "__init__",
        [](CheckedSparse* self, const Problem& problem, bool keep_covers, bool first, std::optional<std::uint64_t> seed,
           const ListOf<RowTuple>& sums, const ListOf<WholeTuple>& wholes) {
            auto rows = shared_rows(problem, sums, seed.has_value());
            auto together = shared_wholes(problem, wholes, seed.has_value());
            new (self) CheckedSparse(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return std::make_unique<SparseSearch>(ordered, keep_covers, first ? Aim::finding : Aim::listing,
                                                      std::move(rows), std::move(together));
            });
        },
        "problem"_a, "keep_covers"_a, "first"_a, "seed"_a = nb::none(), "sums"_a = nb::list(), "wholes"_a = nb::list(),
        nb::keep_alive<1, 2>());
    sparse.def_prop_ro(
        "slacks", [](const CheckedSparse& self) { return slacks(self.search().sum_rows()); },
        "How much more than the least sum each of ``sums`` may be, and the options that take some of that,\n"
        "with what they take: (slack, [(option, taken)..]). An option that takes more than is left is hidden.");
    sparse.def_prop_ro(
        "profile", [](const CheckedSparse& self) { return plain_list(self.search().profile()); },
        "How many nodes there were at each level of the tree so far, the root's first.");
}

}  // namespace excover
