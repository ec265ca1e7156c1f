// GraphCount.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

#include "bindings/define.hpp"
#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "graph/graph_count.hpp"

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
    nb::class_<Counting>(m, "GraphCount", "The number of solutions by a sweep over states; run() goes on where it stopped.")
        .def(nb::init<const Problem&, std::uint64_t, unsigned>(), "problem"_a, "memory"_a, "threads"_a, nb::keep_alive<1, 2>())
        .def("run", &Counting::run, "solutions"_a, "nodes"_a, "seconds"_a)
        .def_prop_ro("solutions", [](const Counting& self) { return integer(self.count().solutions()); })
        .def_prop_ro("nodes", [](const Counting& self) { return self.count().nodes(); })
        .def_prop_ro("updates", [](const Counting& self) { return self.count().updates(); })
        .def_prop_ro("depth", [](const Counting& self) { return self.count().depth(); })
        .def_prop_ro("bytes", [](const Counting& self) { return self.count().bytes(); });
}

}  // namespace excover
