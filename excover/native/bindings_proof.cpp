// What Python sees of certificates of counts. See bindings.cpp.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <memory>

#include "bindings_proof.hpp"
#include "proof.hpp"
#include "running.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace excover {

namespace {

using Numbers = nb::ndarray<const Index, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class Proving {
public:
    Proving(const Problem& problem, const Numbers& numbers, std::uint64_t memory, bool sharing) {
        if (numbers.shape(0) != problem.items()) throw std::invalid_argument("one number an item");
        std::vector<Index> own(numbers.data(), numbers.data() + numbers.shape(0));
        search_ = (sharing ? make_proof_sweep : make_proof_tree)(problem, std::move(own), memory);
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

    nb::list limbs() const {
        nb::list list;
        for (const std::uint64_t limb : search_->solutions()) list.append(limb);
        return list;
    }

    const ProofSearch& search() const { return *search_; }

private:
    std::unique_ptr<ProofSearch> search_;
    std::atomic_flag busy_;
};

}  // namespace

void define_proofs(nb::module_& m) {
    nb::class_<Proving>(m, "ProofSearch", "A certificate of a count; run() goes on where it stopped.")
        .def(nb::init<const Problem&, const Numbers&, std::uint64_t, bool>(), "problem"_a, "numbers"_a.noconvert(),
             "memory"_a, "sharing"_a, nb::keep_alive<1, 2>())
        .def("run", &Proving::run, "nodes"_a, "seconds"_a)
        .def("take", &Proving::take)
        .def_prop_ro("limbs", &Proving::limbs)
        .def_prop_ro("nodes", [](const Proving& self) { return self.search().nodes(); })
        .def_prop_ro("updates", [](const Proving& self) { return self.search().updates(); });
}

}  // namespace excover
