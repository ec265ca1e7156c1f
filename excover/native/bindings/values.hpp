// Values of the core as Python objects.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "core/tuning.hpp"

namespace nb = nanobind;

namespace excover {

// Types that appear in the stub of the module under their exact names. A Cover is a tuple of option numbers.
using Cover = nb::typed<nb::tuple, Index, nb::ellipsis>;
using CoverList = nb::typed<nb::list, Cover>;
template <class T>
using ListOf = nb::typed<nb::list, T>;
template <class... T>
using TupleOf = nb::typed<nb::tuple, T...>;
template <class T>
using Maybe = nb::typed<nb::object, std::optional<T>>;

// A tuple of that many new references, each from `make(k)`. It keeps to the stable ABI.
template <class Make>
Cover new_tuple(std::size_t size, Make make) {
    auto tuple = nb::steal<Cover>(PyTuple_New(static_cast<Py_ssize_t>(size)));
    if (!tuple.is_valid()) throw nb::python_error();
    for (std::size_t k = 0; k < size; ++k) {
        PyObject* value = make(k);
        if (value == nullptr || PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(k), value) != 0)
            throw nb::python_error();
    }
    return tuple;
}

// Options by number, as a tuple.
Cover cover_tuple(std::span<const Index> cover);

// A number of any size, its lowest 64 bits first.
nb::int_ integer(std::span<const std::uint64_t> limbs);

// Numbers of so many limbs each.
ListOf<nb::int_> integers(std::span<const std::uint64_t> limbs, std::size_t each);

// A permutation, 32 bits an image.
nb::bytes permutation_bytes(std::span<const Index> permutation);
ListOf<nb::bytes> permutation_list(const std::vector<std::vector<Index>>& permutations);

template <class Numbers>
auto plain_list(const Numbers& numbers) {
    nb::list list;
    for (const auto number : numbers) list.append(number);
    return ListOf<typename Numbers::value_type>(list);
}

// Arrays of Python as they come in: one dimension, contiguous, read only; an array.array of the right type as a rule.
template <class T>
class Array {
public:
    using Memory = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

    Array() = default;
    explicit Array(Memory memory) : memory_(std::move(memory)) {}

    std::size_t size() const { return memory_.shape(0); }
    std::span<const T> view() const { return {memory_.data(), size()}; }
    std::vector<T> copy() const { return {view().begin(), view().end()}; }

private:
    Memory memory_;
};

// Covers as Python tuples, which share their int objects: that saves most of their memory and time.
class Numbers {
public:
    explicit Numbers(Index options) : numbers_(options) {}

    Cover tuple(std::span<const Index> cover) {
        return new_tuple(cover.size(), [&](std::size_t k) { return number(cover[k]).inc_ref().ptr(); });
    }

private:
    nb::handle number(Index option) {
        nb::object& number = numbers_[option];
        if (!number.is_valid()) number = nb::steal(PyLong_FromUnsignedLong(option));
        if (!number.is_valid()) throw nb::python_error();
        return number;
    }

    std::vector<nb::object> numbers_;  // by option; made when first needed
};

// Covers as Python holds them without an object for each.
struct CoverBatch {
    Covers covers;
};

// A run of the core without Python's lock, by one thread at a time.
//
// Python may end while a daemon thread is in here. Up to version 3.13 it then ends that thread as soon as it asks for
// the lock, by pthread_exit(), which unwinds its stack as an exception would; but it must not pass through a destructor
// or through code that catches everything, as nanobind does: the process would abort. So such a thread sleeps until the
// process is gone, which is what Python 3.14 does itself (see "Cautions regarding runtime finalization" in its C API).
// For that reason nb::gil_scoped_release is used nowhere.

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

// A search as Python uses it: by one thread at a time, without the interpreter's lock while it runs.
template <class Kind>
class Guarded {
public:
    explicit Guarded(std::unique_ptr<Kind> search) : search_(std::move(search)) {}

    template <class... Amounts>
    auto run(Amounts... amounts) {
        const Running running(busy_);
        return search_->run(amounts...);
    }

    // What a task makes of the search while no other thread runs it.
    template <class Task>
    auto alone(Task task) {
        const Turn turn(busy_);
        return task(*search_);
    }

    const Kind& search() const { return *search_; }

private:
    const std::unique_ptr<Kind> search_;
    std::atomic_flag busy_;
};

// Properties in Python: what a method of the search of an object returns, and the same as a list.
template <class Self, auto Method>
auto got(const Self& self) {
    return (self.search().*Method)();
}
template <class Self, auto Method>
auto listed(const Self& self) {
    return plain_list((self.search().*Method)());
}

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

namespace nanobind::detail {

// The type that stubs show for it.
template <class T>
struct type_caster<excover::Array<T>> {
    NB_TYPE_CASTER(excover::Array<T>, const_name("array.array[int]"))

    bool from_python(handle source, auto flags, cleanup_list* cleanup) noexcept {
        make_caster<typename excover::Array<T>::Memory> memory;
        if (!memory.from_python(source, flags, cleanup)) return false;
        value = excover::Array<T>(std::move(memory.value));
        return true;
    }
};

}  // namespace nanobind::detail
