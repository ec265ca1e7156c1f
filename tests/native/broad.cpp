// Linked into a test, it makes every node of the sparse sets broad that may be.
#include "core/tuning.hpp"

namespace {

[[maybe_unused]] const bool is_set = (excover::set_tuning("sparse_broad", 1), true);

}  // namespace
