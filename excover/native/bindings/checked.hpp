// An engine as Python uses it: by one thread at a time, without the interpreter's lock; every cover that it returns is
// verified.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "bindings/handles.hpp"
#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "core/engine.hpp"
#include "core/problem.hpp"
#include "core/verify.hpp"

namespace nb = nanobind;

namespace excover {

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

    const Engine& engine() const { return *engine_; }
    Engine& engine() { return *engine_; }

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

    const Kind& search() const { return static_cast<const Kind&>(this->engine()); }
    Kind& search() { return static_cast<Kind&>(this->engine()); }

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
    TreeSearch& tree() { return static_cast<TreeSearch&>(engine()); }
};

}  // namespace excover
