// An engine as Python uses it: by one thread at a time, without the interpreter's lock; every cover that it returns is
// verified.
#pragma once

#include <nanobind/nanobind.h>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/values.hpp"
#include "core/engine.hpp"
#include "core/problem.hpp"
#include "core/verify.hpp"
#include "diagram/diagram.hpp"
#include "rules/global_constraints.hpp"
#include "rules/linear_constraints.hpp"
#include "symmetry/permutations.hpp"

namespace nb = nanobind;

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
