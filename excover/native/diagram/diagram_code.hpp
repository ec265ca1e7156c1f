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

#include "diagram/diagram.hpp"

namespace excover {

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

}  // namespace excover
