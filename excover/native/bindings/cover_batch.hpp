// Covers as Python holds them without an object for each.
#pragma once

#include "core/covers.hpp"

namespace excover {

struct CoverBatch {
    Covers covers;
};

}  // namespace excover
