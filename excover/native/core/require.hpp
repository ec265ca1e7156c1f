// Checks of what a caller gives: InvalidProblem, with the reason, unless a condition holds.
#pragma once

#include "core/problem.hpp"

namespace excover {

inline void require(bool condition, const char* message) {
    if (!condition) throw InvalidProblem(message);
}

}  // namespace excover
