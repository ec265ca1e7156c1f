// Linked into a test, it makes every node of the sparse sets cover its item that may.
#include "core/tuning.hpp"

namespace {

[[maybe_unused]] const bool is_set = (excover::set_tuning("sparse_cover", 1), true);

}  // namespace
