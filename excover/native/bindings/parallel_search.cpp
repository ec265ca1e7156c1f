// ParallelSearch.
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "bindings/checked.hpp"
#include "bindings/define.hpp"
#include "bindings/instructions.hpp"
#include "bindings/sum_row.hpp"
#include "bindings/whole.hpp"
#include "lanes/lane_search.hpp"
#include "sparse/sparse_search.hpp"
#include "tree/parallel.hpp"

using namespace nb::literals;

namespace excover {

namespace {

using CheckedParallel = Checked<ParallelSearch>;

std::unique_ptr<TreeSearch> listing(const Problem& problem, bool keep_covers, std::string_view engine,
                                    std::shared_ptr<const SumRows> rows, std::shared_ptr<const Wholes> wholes) {
    if (engine == "sparse")
        return std::make_unique<SparseSearch>(problem, keep_covers, Aim::listing, std::move(rows), std::move(wholes));
    if (rows) throw std::invalid_argument("this engine does not keep to bounds on sums");
    if (wholes) throw std::invalid_argument("this engine does not keep to global constraints");
    if (engine != "lanes") throw std::invalid_argument("this engine does not share its work");
    return std::make_unique<LaneSearch>(problem, keep_covers, instructions_by_name(problem, "best"));
}

}  // namespace

void define_parallel_search(nb::module_& m) {
    auto parallel = nb::class_<CheckedParallel, CheckedEngine>(
        m, "ParallelSearch",
        "All solutions by ``engine``, \"sparse\" or \"lanes\", on several threads that live in ``run`` only.\n\n"
        "``ordered``: in the order of a single thread; ``room`` bytes of covers may wait for their turn.\n"
        "A single thread visits the first ``head_start`` nodes, and a thread at most ``grain`` between\n"
        "looks at the others. ``sums`` and ``wholes`` as for `SparseSearch`, for \"sparse\" alone.");
    parallel.def(
        "__init__",
        [](CheckedParallel* self, const Problem& problem, bool keep_covers, const char* engine, unsigned threads,
           bool sorted, std::uint64_t room, std::optional<std::uint64_t> seed, std::uint64_t head_start,
           std::uint64_t grain, const ListOf<RowTuple>& sums, const ListOf<WholeTuple>& wholes) {
            if (threads == 0 || grain == 0) throw std::invalid_argument("at least one thread, and one node at a time");
            auto rows = shared_rows(problem, sums, seed.has_value());
            auto together = shared_wholes(problem, wholes, seed.has_value());
            const Sharing sharing{threads, keep_covers, sorted, room, head_start, grain};
            new (self) CheckedParallel(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return std::make_unique<ParallelSearch>(
                    listing(ordered, keep_covers, engine, std::move(rows), std::move(together)), sharing);
            });
        },
        "problem"_a, "keep_covers"_a, "engine"_a, "threads"_a, "ordered"_a, "room"_a, "seed"_a = nb::none(),
        "head_start"_a = Sharing{}.head_start, "grain"_a = Sharing{}.grain, "sums"_a = nb::list(),
        "wholes"_a = nb::list(), nb::keep_alive<1, 2>());
    parallel.def_prop_ro("bytes_waiting", [](const CheckedParallel& self) { return self.search().bytes_waiting(); });
}

}  // namespace excover
