// Certificates of counts, for the module of bindings.cpp.
#pragma once

#include <nanobind/nanobind.h>

namespace excover {

void define_proofs(nanobind::module_& m);

}  // namespace excover
