// Linked into a test, it makes frontier searches hash with 64 values, so that nearly all states collide.
#include "graph/state_table.hpp"

namespace {

[[maybe_unused]] const bool is_set = (excover::graph::hash_mask = std::uint64_t{0xa8a8} << 48, true);

}  // namespace
