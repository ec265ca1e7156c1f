// A group of permutations that several searches share; it does not change once it is complete.
#pragma once

#include <memory>

#include "symmetry/permutations.hpp"

namespace excover {

struct GroupHandle {
    explicit GroupHandle(Index degree) : group(std::make_shared<PermutationGroup>(degree)) {}

    std::shared_ptr<PermutationGroup> group;
};

}  // namespace excover
