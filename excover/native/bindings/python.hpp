// The core as Python uses it: its values as Python objects, and its engines, by one thread at a time, without the
// interpreter's lock; every cover that they return is verified.
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
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "core/tuning.hpp"
#include "core/verify.hpp"
#include "diagram/diagram.hpp"
#include "rules/global_constraints.hpp"
#include "rules/linear_constraints.hpp"
#include "symmetry/permutations.hpp"

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

namespace excover {

// Constraints on all chosen options together, from Python.

using namespace rules;

// Bounds on sums from Python: options (`array('I')`), the weight of each (`array('q')`), and what they sum to at most.
using RowTuple = TupleOf<Array<Index>, Array<Weight>, Weight>;

inline std::vector<LinearConstraint> linear_rows(const ListOf<RowTuple>& listed) {
    std::vector<LinearConstraint> rows;
    for (const nb::handle each : listed) {
        const auto row = nb::cast<nb::tuple>(each);
        if (row.size() != 3) throw InvalidProblem("a sum has options, weights and a bound");
        rows.push_back(
            {nb::cast<Array<Index>>(row[0]).copy(), nb::cast<Array<Weight>>(row[1]).copy(), nb::cast<Weight>(row[2])});
    }
    return rows;
}

// The same as several searches of one problem share them; null if there are none.
inline std::shared_ptr<const LinearConstraints> shared_rows(const Problem& problem, const ListOf<RowTuple>& listed,
                                                            bool is_shuffled) {
    if (listed.size() == 0) return nullptr;
    if (is_shuffled) throw InvalidProblem("linear constraints are of options in the given order");
    return std::make_shared<const LinearConstraints>(problem, linear_rows(listed));
}

// What all chosen options together must be, from Python: whether it has lines, the places of each option (where they
// begin, and all of them, `array('I')`), the neighbors of each place in the same way, four numbers for each area, and
// the label of each place where a path ends, of paths.
using GlobalTuple = TupleOf<bool, Array<Index>, Array<Index>, Array<Index>, Array<Index>, Array<Index>, Array<Index>>;

// As several searches of one problem share them; null if there are none.
inline std::shared_ptr<const GlobalConstraints> shared_global_constraints(const Problem& problem,
                                                                          const ListOf<GlobalTuple>& listed,
                                                                          bool is_shuffled) {
    if (listed.size() == 0) return nullptr;
    if (is_shuffled) throw InvalidProblem("global constraints are of options in the given order");
    std::vector<GlobalConstraint> global_constraints;
    for (const nb::handle each : listed) {
        const auto parts = nb::cast<nb::tuple>(each);
        if (parts.size() != 7)
            throw InvalidProblem("a global constraint has a kind, places, neighbors, areas and ends");
        const auto copy = [&](std::size_t k) { return nb::cast<Array<Index>>(parts[k]).copy(); };
        std::vector<rules::Area> areas;
        const std::vector<Index> numbers = copy(5);
        if (numbers.size() % 4 != 0) throw InvalidProblem("an area has four numbers");
        for (auto at = numbers.begin(); at != numbers.end(); at += 4) areas.push_back({at[0], at[1], at[2], at[3]});
        global_constraints.push_back(
            {nb::cast<bool>(parts[0]), copy(1), copy(2), copy(3), copy(4), std::move(areas), copy(6)});
    }
    return std::make_shared<const GlobalConstraints>(problem, global_constraints);
}

// What several searches share: diagrams and groups.

using namespace diagram;
using namespace symmetry;

// A diagram together with its problem, which verifies the covers that are returned.
struct DiagramHandle {
    nb::object owner;  // of the problem
    const Problem* problem;
    std::shared_ptr<const Diagram> diagram;

    Cover verified(std::span<const Index> cover) const {
        if (const auto wrong = Verifier(*problem).fault(cover)) throw std::logic_error(*wrong);
        return cover_tuple(cover);
    }
};

struct RankingHandle {
    DiagramHandle data;
    std::unique_ptr<DiagramRanking> ranking;
};

// A group of permutations that several searches share; it does not change once it is complete.
struct GroupHandle {
    explicit GroupHandle(Index degree) : group(std::make_shared<PermutationGroup>(degree)) {}

    std::shared_ptr<PermutationGroup> group;
};

// `Engine` in Python: what all engines have.
class CheckedEngine {
public:
    // `order`: if the engine searches a shuffled problem.
    CheckedEngine(const Problem& problem, std::unique_ptr<Engine> engine, std::unique_ptr<const Shuffled> order)
        : problem_(problem), order_(std::move(order)), engine_(std::move(engine)) {}
    virtual ~CheckedEngine() = default;

    Stop run(std::uint64_t solutions, std::uint64_t nodes, double seconds) {
        const Running running(busy_);
        return engine_->run({solutions, nodes, seconds});
    }

    // Verifies the covers found since the last call and appends them to a list: all or, if something fails,
    // none, and no signal handler can come in between.
    Maybe<nb::str> hand_over(CoverList list);

    // The same, to flat arrays.
    Maybe<nb::str> hand_over_to(CoverBatch& batch);

    // From now on, returns only covers that another engine, which lists the same problem, has not reached.
    void go_on_from(CheckedEngine& other) {
        const Turn turn(busy_), others(other.busy_);
        position_ = other.engine_->position();
    }

    // Whether a single thread goes on, which knows its position in the tree.
    void stay_alone(bool alone) {
        const Turn turn(busy_);
        engine_->stay_alone(alone);
    }

    // The diagram of all covers, if this engine has built it for `problem`.
    virtual Maybe<DiagramHandle> diagram(nb::typed<nb::handle, Problem>) const { return nb::none(); }

    const Engine& search() const { return *engine_; }
    Engine& search() { return *engine_; }

protected:
    template <class Take, class Finish>
    Maybe<nb::str> hand_over_by(Take take, Finish finish);

    Verifier& verifier() {
        if (!verifier_) verifier_.emplace(problem_);
        return *verifier_;
    }

    const Problem& problem_;
    const std::unique_ptr<const Shuffled> order_;
    std::atomic_flag busy_;

private:
    const std::unique_ptr<Engine> engine_;
    std::optional<Position> position_;
    std::optional<Verifier> verifier_;
    std::optional<Numbers> numbers_;
};

// A certain kind of engine.
template <class Kind, class Base = CheckedEngine>
class Checked : public Base {
public:
    Checked(const Problem& problem, std::unique_ptr<Kind> engine) : Base(problem, std::move(engine), nullptr) {}

    // With a shuffled problem if `order` is not null; `make` gets the problem that is searched.
    template <class Make>
    Checked(std::unique_ptr<const Shuffled> order, const Problem& problem, Make make)
        : Checked(problem, make(order ? order->problem() : problem), order) {}

    const Kind& search() const { return static_cast<const Kind&>(Base::search()); }
    Kind& search() { return static_cast<Kind&>(Base::search()); }

private:
    Checked(const Problem& problem, std::unique_ptr<Kind> engine, std::unique_ptr<const Shuffled>& order)
        : Base(problem, std::move(engine), std::move(order)) {}
};

// `seed`: of a random order of items and options, or nothing for the given order.
inline std::unique_ptr<const Shuffled> order_of(const Problem& problem, std::optional<std::uint64_t> seed) {
    return seed ? std::make_unique<const Shuffled>(problem, *seed) : nullptr;
}

// A search of a tree of which parts can be given to other searches, as Python uses it.

// `TreeSearch` in Python. Parts are in the option numbers of the given problem.
class CheckedTree : public CheckedEngine {
public:
    using CheckedEngine::CheckedEngine;

    std::optional<GuidingPath> split() {
        const Turn turn(busy_);
        if (order_) throw std::logic_error("nothing can be stolen from a search in a random order");
        return tree().split();
    }

    void enter(const GuidingPath& stolen) {
        const Turn turn(busy_);
        if (order_) throw std::logic_error("a search in a random order enters no part of another one");
        tree().enter(stolen);
    }

private:
    TreeSearch& tree() { return static_cast<TreeSearch&>(search()); }
};

}  // namespace excover
