// RandomWalks.
#include <atomic>

#include "bindings/define.hpp"
#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "sparse/random_walks.hpp"

using namespace nb::literals;

namespace excover {

namespace {

class Walking {
public:
    Walking(const Problem& problem, std::uint64_t seed, bool searching) : walks_(problem, seed, searching) {}

    Stop run(std::uint64_t walks, double seconds) {
        const Running running(busy_);
        return walks_.run(walks, seconds);
    }

    void forget() {
        const Turn turn(busy_);
        walks_.forget();
    }

    const RandomWalks& walks() const { return walks_; }

private:
    RandomWalks walks_;
    std::atomic_flag busy_;
};

}  // namespace

void define_random_walks(nb::module_& m) {
    nb::class_<Walking>(
        m, "RandomWalks",
        "Random walks down the tree of ``SparseSearch`` (Knuth 1975), and sums over those since ``forget``.\n\n"
        "The same seed gives the same walks, however they are cut into runs. Where few options are left\n"
        "a walk ends with a search of the rest, unless ``searching`` is false.")
        .def(nb::init<const Problem&, std::uint64_t, bool>(), "problem"_a, "seed"_a, "searching"_a = true,
             nb::keep_alive<1, 2>())
        .def("run", &Walking::run, "walks"_a, "seconds"_a,
             "So many walks, or as many as there is time for, but at least one; without the GIL.")
        .def("forget", &Walking::forget)
        .def_prop_ro("walks", [](const Walking& self) { return self.walks().walks(); })
        .def_prop_ro("solutions", [](const Walking& self) { return self.walks().solutions(); })
        .def_prop_ro(
            "nodes", [](const Walking& self) { return plain_list(self.walks().nodes()); },
            "At each level, the root's first.");
}

}  // namespace excover
