// Verifies that every path of a diagram is a solution and all are different; for diagrams from files.
#pragma once

#include "core/problem.hpp"
#include "diagram/diagram.hpp"

namespace excover {

// The passes throw std::invalid_argument unless every node is reached from the root, every path from there to the end
// is a solution of the problem, and no two paths are the same solution. So the number of paths is one of real
// solutions; only a search could tell whether any is missing. Time: items of the problem times edges of the diagram.
// What is passed must outlive the passes.
void plan_check_of_paths(Passes& passes, const Diagram& diagram, const Problem& problem);

}  // namespace excover
