// A search as Python uses it: by one thread at a time, without the interpreter's lock; every cover that it returns is verified.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/cover_batch.hpp"
#include "bindings/cover_tuples.hpp"
#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "core/covers.hpp"
#include "core/problem.hpp"
#include "core/shuffled.hpp"
#include "core/verify.hpp"
#include "tree/tree_search.hpp"

namespace nb = nanobind;

namespace excover {

// A search whose covers are verified.
template <class Search>
class Checked {
public:
    template <class... Arguments>
    explicit Checked(const Problem& problem, Arguments&&... arguments)
        : problem_(problem),
          search_(std::forward<Arguments>(arguments)...),
          verifier_(problem),
          numbers_(problem.options()) {}

    // With a shuffled problem if `order` is not null; `make` gets the problem that is searched.
    template <class Make>
    Checked(std::unique_ptr<const Shuffled> order, const Problem& problem, Make make)
        : problem_(problem),
          order_(std::move(order)),
          search_(make(order_ ? order_->problem() : problem)),
          verifier_(problem),
          numbers_(problem.options()) {}

    Stop run(std::uint64_t solutions, std::uint64_t nodes, double seconds) {
        return run_by([&](Search& search) { return search.run({solutions, nodes, seconds}); });
    }

    // Runs the search by another function than run().
    template <class Way>
    Stop run_by(Way way) {
        const Running running(busy_);
        return way(search_);
    }

    // Verifies the covers found since the last call and appends them to a list: all or, if something fails,
    // none, and no signal handler can come in between.
    Maybe<nb::str> hand_over(CoverList list) {
        nb::list found;
        return hand_over_by([&](std::span<const Index> cover) { found.append(numbers_.tuple(cover)); },
                            [&] {
                                if (PyList_SetSlice(list.ptr(), PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, found.ptr()) != 0)
                                    throw nb::python_error();
                            });
    }

    // The same, to flat arrays.
    Maybe<nb::str> hand_over_to(CoverBatch& batch) {
        Covers found;
        return hand_over_by([&](std::span<const Index> cover) { found.add(cover); },
                            [&] {
                                if (batch.covers.size() == 0)
                                    batch.covers = std::move(found);
                                else
                                    batch.covers.add(found);
                            });
    }

    // Offers a cover that was found elsewhere; throws InvalidProblem if it is not a cover.
    void offer(std::span<const Index> cover) {
        const Turn turn(busy_);
        if (const auto wrong = verifier_.fault(cover)) throw InvalidProblem(*wrong);
        search_.offer(cover);
    }

    void want_at_most(std::int64_t cost) {
        const Turn turn(busy_);
        search_.want_at_most(cost);
    }

    // As TreeSearch::split() and enter(), in the option numbers of the given problem.
    std::optional<Rest> split() {
        const Turn turn(busy_);
        if (order_) throw std::logic_error("a search in a random order gives nothing away");
        return search_.split();
    }

    void enter(Rest rest) {
        const Turn turn(busy_);
        if (order_) throw std::logic_error("a search in a random order enters no part of another one");
        search_.enter(rest);
    }

    // From now on, returns only covers that another search has not reached.
    void go_on_from(Position position) { position_ = std::move(position); }

    const Search& search() const { return search_; }
    Search& search() { return search_; }

private:
    template <class Take, class Finish>
    Maybe<nb::str> hand_over_by(Take take, Finish finish) {
        const Turn turn(busy_);
        const Covers renumbered = order_ ? order_->in_given_numbers(search_.covers()) : Covers{};
        const Covers& covers = order_ ? renumbered : search_.covers();
        if (const auto wrong = verifier_.fault(covers)) return nb::str(wrong->c_str());
        for (std::size_t k = 0; k < covers.size(); ++k)
            if (!position_ || !position_->has_passed(problem_, covers[k])) take(covers[k]);
        finish();
        search_.clear_covers();
        return nb::none();
    }

    const Problem& problem_;
    std::optional<Position> position_;
    std::unique_ptr<const Shuffled> order_;
    Search search_;
    Verifier verifier_;
    Numbers numbers_;
    std::atomic_flag busy_;
};

// `seed`: of a random order of items and options, or nothing for the given order.
inline std::unique_ptr<const Shuffled> order_of(const Problem& problem, std::optional<std::uint64_t> seed) {
    return seed ? std::make_unique<const Shuffled>(problem, *seed) : nullptr;
}

// The methods of searches that share a tree.
template <class Search>
void define_parts(nb::class_<Checked<Search>>& type) {
    using namespace nb::literals;
    using Self = Checked<Search>;
    type.def(
            "split",
            [](Self& self) -> Maybe<TupleOf<Cover, double>> {
                const std::optional<Rest> rest = self.split();
                if (!rest) return nb::none();
                return nb::make_tuple(cover_tuple(rest->path), rest->share);
            },
            "Give away the rest of the node nearest to the root that has one: its path, and its share of the tree.\n\n"
            "The path has the option chosen in each node, or 2**32 - 1 where none is; the rest are the branches\n"
            "behind its last one. None if there is nothing to give away: a search never gives away all.")
        .def(
            "enter",
            [](Self& self, const Array<Index>& path, double share) { self.enter({path.copy(), share}); }, "path"_a.noconvert(),
            "share"_a,
            "Leave everything and take a rest, its path as ``array('I')``; ValueError if the tree has no such path.");
}

template <class Search>
void define_search(nb::class_<Checked<Search>>& type) {
    using namespace nb::literals;
    using Self = Checked<Search>;
    type.def("run", &Self::run, "solutions"_a, "nodes"_a, "seconds"_a,
             "Go on where the last run stopped, for so many solutions, nodes and seconds; without the GIL.")
        .def("hand_over", &Self::hand_over, "into"_a,
             "Verify the covers found since the last call and append them, or return what is wrong with one.")
        .def("hand_over", &Self::hand_over_to, "into"_a)
        .def_prop_ro("solutions", [](const Self& self) { return self.search().solutions(); })
        .def_prop_ro("nodes", [](const Self& self) { return self.search().nodes(); })
        .def_prop_ro("updates", [](const Self& self) { return self.search().updates(); })
        .def_prop_ro("depth", [](const Self& self) { return self.search().depth(); });
    if constexpr (requires(const Search& search) { search.position(); })
        type.def("position", [](const Self& self) { return self.search().position(); },
                 "RuntimeError once several threads share the tree.");
    if constexpr (requires(const Search& search) { search.share(); })
        type.def_prop_ro("progress", [](const Self& self) { return std::clamp(1 - self.search().share(), 0.0, 1.0); },
                         "The part of the tree that is behind, from 0 to 1.");
}

}  // namespace excover
