// Diagrams as bytes: the body of the files that docs/diagram-format.md describes.
//
// Every node in turn: the number of its edges less one; of the first edge the option, of every further one how far its
// option is above the one before, less one; and of every edge how far its child is above the node, less one. All as
// numbers of 7 bits a byte, the lowest first, with the top bit set in all bytes but the last (LEB128, as in DWARF).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/problem.hpp"
#include "diagram/diagram.hpp"

namespace excover::diagram {

// The diagram and the bytes must outlive the passes.
void plan_encoding(Passes& passes, const Diagram& diagram, std::vector<std::uint8_t>& bytes);

// The description of a diagram in the header of its file.
struct DiagramShape {
    Index options = 0, nodes = 0;
    std::uint64_t edges = 0;
    bool is_empty = false;
};

// The passes throw std::invalid_argument unless the bytes are exactly one diagram of that shape; what is allocated
// before that is known is a small multiple of the bytes. TooLarge if the numbers of its paths take more than `memory`
// bytes. The bytes and the result must outlive the passes.
void plan_decoding(Passes& passes, std::span<const std::uint8_t> bytes, const DiagramShape& shape, std::uint64_t memory,
                   std::shared_ptr<const Diagram>& result);

// Verifies that every path of a diagram is a solution and all are different; for diagrams from files.

// The passes throw std::invalid_argument unless every node is reached from the root, every path from there to the end
// is a solution of the problem, and no two paths are the same solution. So the number of paths is one of real
// solutions; only a search could show whether any is missing. Time: items of the problem times edges of the diagram.
// What is passed must outlive the passes.
void plan_check_of_paths(Passes& passes, const Diagram& diagram, const Problem& problem);

}  // namespace excover::diagram
