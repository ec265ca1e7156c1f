// Long work on diagrams, which calls a Python function now and then to ask whether to continue.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/running.hpp"
#include "core/passes.hpp"
#include "core/tuning.hpp"

namespace nb = nanobind;

namespace excover {

// Called between two slices; an exception that it raises ends the work, and signal handlers run in it.
using Look = nb::typed<nb::callable, nb::object()>;

// Outside the lock of the interpreter; nothing that the passes use may change meanwhile.
inline void finish(Passes& passes, const Look& look) {
    for (;;) {
        Stop stop = Stop::time;
        {
            const Unlocked unlocked;
            stop = passes.run(1e-3 * static_cast<double>(tuning::passes_slice));
        }
        if (stop == Stop::exhausted) return;
        look();
    }
}

}  // namespace excover
