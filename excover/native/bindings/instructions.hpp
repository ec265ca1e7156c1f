// The vector instructions of the lanes by name: "plain", "neon", "avx2", "avx512bw", "avx512", or "best".
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>

#include "bindings/values.hpp"
#include "core/problem.hpp"
#include "lanes/lane_walk.hpp"

namespace excover {

// Those that this machine has, the best one last.
ListOf<nb::str> instruction_names();

// Throws std::invalid_argument if the machine does not have them, or the problem does not suit LaneSearch.
Instructions instructions_by_name(const Problem& problem, std::string_view wanted);

}  // namespace excover
