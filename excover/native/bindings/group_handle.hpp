// A group of permutations that several searches share; nothing is added to it any more once it is complete.
#pragma once

#include <memory>

#include "symmetry/permutations.hpp"

namespace excover {

struct GroupHandle {
    explicit GroupHandle(Index degree) : group(std::make_shared<PermutationGroup>(degree)) {}

    std::shared_ptr<PermutationGroup> group;
};

}  // namespace excover
