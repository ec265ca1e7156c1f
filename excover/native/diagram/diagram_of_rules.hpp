// The diagram of all solutions from a frontier search that keeps to rules, which decides option by option.
#pragma once

#include <memory>
#include <span>

#include "diagram/diagram.hpp"
#include "graph/frontier_of_rules.hpp"

namespace excover::diagram {

// `stand_ins`: for each option, another one that is chosen where it is not, or kNone if it has an item that must be
// covered exactly once. The search must be complete, and of `options` are all, with these. Throws TooLarge if numbers
// of paths take more than `memory` bytes.
std::shared_ptr<const Diagram> diagram_of(const graph::FrontierOfRules& search, std::span<const Index> stand_ins,
                                          Index options, std::uint64_t memory);

}  // namespace excover::diagram
