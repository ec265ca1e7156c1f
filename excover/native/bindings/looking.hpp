// Work on diagrams that Python waits for, with a look at whether it should go on.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/running.hpp"
#include "core/passes.hpp"
#include "core/tuning.hpp"

namespace nb = nanobind;

namespace excover {

// Called between two slices; what it raises ends the work, and signal handlers run in it.
using Look = nb::typed<nb::callable, nb::object()>;

// Outside the lock of the interpreter; what the passes use must stay as it is meanwhile.
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
