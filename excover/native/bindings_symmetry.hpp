// The part of the bindings that is about groups of permutations.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "canonical.hpp"
#include "permutations.hpp"

namespace nb = nanobind;

namespace excover {

// A group that several searches share; nothing is added to it any more once it is complete.
struct GroupHandle {
    explicit GroupHandle(Index degree) : group(std::make_shared<PermutationGroup>(degree)) {}

    std::shared_ptr<PermutationGroup> group;
};

struct CanonicalHandle {
    explicit CanonicalHandle(const GroupHandle& handle) : group(handle.group), test(*group) {}

    std::shared_ptr<const PermutationGroup> group;
    CanonicalTest test;
};

void define_symmetry(nb::module_& m);

}  // namespace excover
