// GraphCount.
#include <memory>
#include <stdexcept>
#include <string>

#include "bindings/checked.hpp"
#include "bindings/define.hpp"
#include "graph/graph_count.hpp"
#include "graph/order.hpp"

using namespace nb::literals;

namespace excover {

namespace {

using CheckedCount = Checked<GraphCount>;

std::unique_ptr<GraphCount> count_for(const Problem& problem, std::uint64_t memory, unsigned threads) {
    std::string obstacle;
    auto count = make_graph_count(problem, memory, threads, obstacle);
    if (!count) throw std::invalid_argument("the graph engine does not apply: " + obstacle);
    return count;
}

}  // namespace

void define_graph_count(nb::module_& m) {
    m.def("sweep_order_work", &sweep_order_work, "problem"_a,
          "What the search for a good order of the sweep takes, about, in comparisons of words.");
    nb::class_<CheckedCount, CheckedEngine>(
        m, "GraphCount",
        "The number of solutions by a sweep over states; ValueError where that does not apply.\n\n"
        "It takes at most so many bytes of memory, beside a small multiple of what the problem takes.\n"
        "The number of threads changes nothing but the time. ``depth`` is the ``level``.")
        .def(
            "__init__",
            [](CheckedCount* self, const Problem& problem, std::uint64_t memory, unsigned threads) {
                new (self) CheckedCount(problem, count_for(problem, memory, threads));
            },
            "problem"_a, "memory"_a, "threads"_a, nb::keep_alive<1, 2>())
        .def_prop_ro(
            "bytes", [](const CheckedCount& self) { return self.search().bytes(); },
            "Of memory in the tables, at most so far.");
}

}  // namespace excover
