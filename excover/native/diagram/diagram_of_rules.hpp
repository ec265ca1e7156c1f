// The diagram of all solutions from a frontier search that keeps to rules, which decides option by option.
#pragma once

#include <memory>
#include <vector>

#include "diagram/diagram.hpp"
#include "graph/frontier_of_rules.hpp"

namespace excover::diagram {

// `stand_ins`: for each option, another one that is chosen where it is not, or kNone if it has an item that must be
// covered exactly once; of `options` are all, with these. The search must be complete, and outlive the passes. They
// throw TooLarge if the diagram, or the numbers of its paths, take more than `memory` bytes.
void plan_diagram(Passes& passes, const graph::FrontierOfRules& search, std::vector<Index> stand_ins, Index options,
                  std::uint64_t memory, std::shared_ptr<const Diagram>& result);

}  // namespace excover::diagram
