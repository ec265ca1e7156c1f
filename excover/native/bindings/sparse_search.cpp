// SparseSearch.
#include "bindings/checked.hpp"
#include "bindings/define.hpp"
#include "bindings/values.hpp"
#include "sparse/sparse_search.hpp"

using namespace nb::literals;

namespace excover {

namespace {

using CheckedSparse = Checked<SparseSearch>;

}  // namespace

void define_sparse_search(nb::module_& m) {
    auto sparse = nb::class_<CheckedSparse>(m, "SparseSearch", "All solutions by sparse sets.\n\n"
                         "``first``: not in the order of listing, but the first one soon. ``seed``: of a random order\n"
                         "of items and options, where there is to be one.");
    sparse.def(
        "__init__",
        [](CheckedSparse* self, const Problem& problem, bool keep_covers, bool first, std::optional<std::uint64_t> seed) {
            new (self) CheckedSparse(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return SparseSearch(ordered, keep_covers, first ? Aim::finding : Aim::listing);
            });
        },
        "problem"_a, "keep_covers"_a, "first"_a, "seed"_a = nb::none(), nb::keep_alive<1, 2>());
    define_search(sparse);
    define_parts(sparse);
    sparse.def_prop_ro("profile", [](const CheckedSparse& self) { return plain_list(self.search().profile()); },
                        "How many nodes there were at each level of the tree so far, the root's first.");
}

}  // namespace excover
