// GraphCount.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

#include "bindings/define.hpp"
#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "graph/graph_count.hpp"
#include "graph/order.hpp"

using namespace nb::literals;

namespace excover {

namespace {

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

}  // namespace

void define_graph_count(nb::module_& m) {
    m.def("sweep_order_work", &sweep_order_work, "problem"_a, "What the search for a good order of the sweep takes, about, in comparisons of words.");
    nb::class_<Counting>(m, "GraphCount", "The number of solutions by a sweep over states; ValueError where that does not apply.\n\n"
                         "It takes at most so many bytes of memory, beside a small multiple of what the problem takes.\n"
                         "The number of threads changes nothing but the time.")
        .def(nb::init<const Problem&, std::uint64_t, unsigned>(), "problem"_a, "memory"_a, "threads"_a, nb::keep_alive<1, 2>())
        .def("run", &Counting::run, "solutions"_a, "nodes"_a, "seconds"_a,
             "Go on where the last run stopped, for so many nodes and seconds; without the GIL.")
        .def_prop_ro("solutions", [](const Counting& self) { return integer(self.count().solutions()); },
                     "Those found so far, of any number.")
        .def_prop_ro("nodes", [](const Counting& self) { return self.count().nodes(); })
        .def_prop_ro("updates", [](const Counting& self) { return self.count().updates(); })
        .def_prop_ro("depth", [](const Counting& self) { return self.count().depth(); })
        .def_prop_ro("levels", [](const Counting& self) { return self.count().levels(); },
                     "All of them; ``depth`` are those left behind.")
        .def_prop_ro("bytes", [](const Counting& self) { return self.count().bytes(); },
                     "Of memory in the tables, at most so far.");
}

}  // namespace excover
