// A part of a diagram: the solutions that agree with further givens.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "diagram/diagram.hpp"

namespace excover {

// The solutions without banned options that have at least one of the wanted options, if any is wanted (a flag an option
// each). Throws std::invalid_argument if there are not as many flags as options. What is passed must outlive the
// passes.
void plan_restricted(Passes& passes, const Diagram& diagram, std::span<const std::uint8_t> banned,
                     std::span<const std::uint8_t> wanted, std::shared_ptr<const Diagram>& result);

}  // namespace excover
