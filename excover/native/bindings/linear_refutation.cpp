// LinearRefutation.
#include <atomic>

#include "bindings/define.hpp"
#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "linear/linear_refutation.hpp"

using namespace nb::literals;

namespace excover {

namespace {

class Refuting {
public:
    Refuting(const Problem& problem, std::uint64_t memory) : search_(problem, memory) {}

    Stop run(std::uint64_t nodes, double seconds) {
        const Running running(busy_);
        return search_.run({UINT64_MAX, nodes, seconds});
    }

    const LinearRefutation& search() const { return search_; }

private:
    LinearRefutation search_;
    std::atomic_flag busy_;
};

}  // namespace

void define_linear_refutation(nb::module_& m) {
    nb::class_<Refuting>(m, "LinearRefutation",
                         "Weights of items that every option balances, but what is to be covered does not, by some modulus.\n\n"
                         "Looks for nothing if its tables could take more than ``memory`` bytes.")
        .def(nb::init<const Problem&, std::uint64_t>(), "problem"_a, "memory"_a, nb::keep_alive<1, 2>())
        .def("run", &Refuting::run, "nodes"_a, "seconds"_a,
             "Go on where the last run stopped, for so many steps and seconds; without the GIL. EXHAUSTED once\n"
             "weights are found, or are known not to be.")
        .def_prop_ro("modulus", [](const Refuting& self) { return self.search().modulus(); },
                     "Of the weights; 0 if none were found.")
        .def_prop_ro("weights", [](const Refuting& self) { return plain_list(self.search().weights()); },
                     "Of every item, if they were found.")
        .def_prop_ro("nodes", [](const Refuting& self) { return self.search().nodes(); },
                     "Steps: options taken in for each modulus, and weights tried.")
        .def_prop_ro("updates", [](const Refuting& self) { return self.search().updates(); }, "Numbers added up.");
}

}  // namespace excover
