// LearningSearch.
#include "learning/learning_search.hpp"
#include "bindings/checked.hpp"
#include "bindings/define.hpp"
#include "bindings/values.hpp"

using namespace nb::literals;

namespace excover {

namespace {

using CheckedLearning = Checked<LearningSearch>;

}  // namespace

void define_learning_search(nb::module_& m) {
    auto learning = nb::class_<CheckedLearning, CheckedEngine>(
        m, "LearningSearch",
        "One solution, or none, by learning from failures; clauses take at most ``memory`` bytes.\n\n"
        "``seed``: of a random order of items and options; None for the given order. ValueError if the\n"
        "problem has more than 2^31 options.");
    learning.def(
        "__init__",
        [](CheckedLearning* self, const Problem& problem, std::uint64_t memory, std::optional<std::uint64_t> seed) {
            new (self) CheckedLearning(order_of(problem, seed), problem, [&](const Problem& ordered) {
                return std::make_unique<LearningSearch>(ordered, memory);
            });
        },
        "problem"_a, "memory"_a, "seed"_a = nb::none(), nb::keep_alive<1, 2>());
}

}  // namespace excover
