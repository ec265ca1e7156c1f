// LaneSearch, and the memory that it needs.
#include "lanes/lane_search.hpp"
#include "bindings/checked_tree.hpp"
#include "bindings/define.hpp"
#include "bindings/instructions.hpp"

using namespace nb::literals;

namespace excover {

namespace {

using CheckedLanes = Checked<LaneSearch, CheckedTree>;

}  // namespace

void define_lane_search(nb::module_& m) {
    auto lanes = nb::class_<CheckedLanes, CheckedTree>(
        m, "LaneSearch",
        "All solutions by item lanes, in the same order as by sparse sets.\n\n"
        "ValueError if ``lane_bytes`` is endless. ``instructions``: \"best\", or one of ``instructions()``.");
    lanes.def(
        "__init__",
        [](CheckedLanes* self, const Problem& problem, bool keep_covers, const char* instructions,
           std::optional<std::uint64_t> seed) {
            const Instructions kind = instructions_by_name(problem, instructions);
            new (self) CheckedLanes(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return std::make_unique<LaneSearch>(ordered, keep_covers, kind);
            });
        },
        "problem"_a, "keep_covers"_a, "instructions"_a, "seed"_a = nb::none(), nb::keep_alive<1, 2>());
    m.def("lane_bytes", &lane_bytes, "problem"_a,
          "What the conflict rows of the lanes take; 2**64 - 1 if an item may be covered more than once.");
    m.def("instructions", &instruction_names,
          "The sets of vector instructions that the lanes can use on this machine, the best one last.");
}

}  // namespace excover
