// ProofSearch.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "proof/proof.hpp"

using namespace nb::literals;

namespace excover {

using namespace proof;

namespace {

class Proving {
public:
    Proving(const Problem& problem, const Array<Index>& numbers, std::uint64_t memory, bool sharing,
            const Array<Index>& path) {
        if (numbers.size() != problem.items()) throw std::invalid_argument("one number an item");
        search_ = (sharing ? make_proof_frontier : make_proof_tree)(problem, numbers.copy(), memory, path.copy());
    }

    Stop run(std::uint64_t nodes, double seconds) {
        const Running running(busy_);
        return search_->run({UINT64_MAX, nodes, seconds});
    }

    nb::bytes take() {
        const Turn turn(busy_);
        const std::string text = search_->take();
        return nb::bytes(text.data(), text.size());
    }

    nb::list split() {
        const Turn turn(busy_);
        nb::list given;
        for (const StolenState& state : search_->split())
            given.append(nb::make_tuple(state.number, nb::tuple(plain_list(state.path)), state.share));
        return given;
    }

    const ProofSearch& search() const { return *search_; }

private:
    std::unique_ptr<ProofSearch> search_;
    std::atomic_flag busy_;
};

}  // namespace

void define_proof_search(nb::module_& m) {
    nb::class_<Proving>(
        m, "ProofSearch",
        "The lines of a certificate of a count; see docs/proof-format.md.\n\n"
        "``numbers``: of every item, its number in the certificate if it is primary. ``sharing``: items are\n"
        "decided in a fixed order and equal states are written once; otherwise the lines follow a search\n"
        "tree. TooLarge if the states that are waiting take more than ``memory`` bytes. ``path``: the way to the\n"
        "first state, which is what remains after the option of each item on it was chosen, or all its\n"
        "options refused (2**32 - 1); ValueError if the tree has no such path.")
        .def(nb::init<const Problem&, const Array<Index>&, std::uint64_t, bool, const Array<Index>&>(), "problem"_a,
             "numbers"_a.noconvert(), "memory"_a, "sharing"_a, "path"_a.noconvert(), nb::keep_alive<1, 2>())
        .def("run", &Proving::run, "nodes"_a, "seconds"_a,
             "Go on where the last run stopped, for so many states and seconds; without the GIL.")
        .def("take", &Proving::take, "The lines written since the last call.")
        .def("split", &Proving::split, nb::sig("def split(self) -> list[tuple[int, tuple[int, ...], float]]"),
             "Give away the waiting states nearest to the first one, all children of one state: the number of each,\n"
             "the way to it, and its share of what is below the first state. No line will expand them.")
        .def_prop_ro(
            "limbs", [](const Proving& self) { return plain_list(self.search().solutions()); },
            "The number of solutions, 64 bits a limb, the lowest first; known when all is written.")
        .def_prop_ro(
            "nodes", [](const Proving& self) { return self.search().nodes(); }, "States written.")
        .def_prop_ro("updates", [](const Proving& self) { return self.search().updates(); }, "Their children.");
}

}  // namespace excover
