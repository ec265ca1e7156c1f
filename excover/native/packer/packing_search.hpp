// All solutions, depth first, with a mask as the state: the first open item of a fixed order (order.hpp), its options
// by ascending number. A first empty cell and bit masks are how packers of pieces have searched since J. G. Fletcher,
// "A program to solve the pentomino problem by the recursive use of macros", CACM 8 (1965).
//
// The tree has many more nodes than that of the lanes, which always find the item with the fewest options, but a node
// takes a tenth of the time or less: a few words are read, combined and stored.
#pragma once

#include <memory>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "packer/order.hpp"

namespace excover::packer {

// `problem` must outlive the search; InvalidProblem if it does not suit. Covers are kept for covers(), or only
// counted. Its nodes are the root, and every branch tried; so are its updates.
std::unique_ptr<TreeSearch> packing_search(const Problem& problem, bool keep_covers);

}  // namespace excover::packer
