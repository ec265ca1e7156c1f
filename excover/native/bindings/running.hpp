// A run of the core without Python's lock, by one thread at a time.
//
// Python may end while a daemon thread is in here. Up to version 3.13 it then ends that thread as soon as it asks for
// the lock, by pthread_exit(), which unwinds its stack as an exception would; but it must not pass through a destructor
// or through code that catches everything, as nanobind does: the process would abort. So such a thread sleeps until the
// process is gone, which is what Python 3.14 does itself (see "Cautions regarding runtime finalization" in its C API).
// For that reason nb::gil_scoped_release is used nowhere.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "core/passes.hpp"
#include "core/tuning.hpp"

namespace nb = nanobind;

namespace excover {

namespace tuning {
extern Tunable passes_slice;
}

class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    ~Unlocked() {
        try {
            PyEval_RestoreThread(state_);
        } catch (...) {
            for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
        }
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

private:
    PyThreadState* state_;
};

// Two threads in one search would corrupt its sets: the second is refused.
class Turn {
public:
    explicit Turn(std::atomic_flag& busy) : busy_(busy) {
        if (busy_.test_and_set()) throw std::runtime_error("this search is running in another thread");
    }
    ~Turn() { busy_.clear(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    std::atomic_flag& busy_;
};

// The turn ends before the lock is requested: a thread that sleeps there blocks no other.
class Running {
public:
    explicit Running(std::atomic_flag& busy) : turn_(busy) {}

private:
    Unlocked unlocked_;
    Turn turn_;
};

// Long work on diagrams, which calls a Python function now and then to ask whether to continue.

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
