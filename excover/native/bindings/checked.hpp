// A search as Python knows it: on one thread at a time, outside the interpreter's lock, and what it finds is verified.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/running.hpp"
#include "core/covers.hpp"
#include "core/problem.hpp"
#include "core/shuffled.hpp"
#include "core/verify.hpp"
#include "tree/tree_search.hpp"

namespace nb = nanobind;

namespace excover {

// Covers as Python knows them; that all of them share their numbers saves most of their memory and time.
class Numbers {
public:
    explicit Numbers(Index options) : numbers_(options) {}

    nb::object tuple(std::span<const Index> cover) {
        nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(cover.size())));
        if (!tuple.is_valid()) throw nb::python_error();
        for (std::size_t k = 0; k < cover.size(); ++k)
            PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(k), number(cover[k]).inc_ref().ptr());
        return tuple;
    }

private:
    nb::handle number(Index option) {
        nb::object& number = numbers_[option];
        if (!number.is_valid()) number = nb::steal(PyLong_FromUnsignedLong(option));
        if (!number.is_valid()) throw nb::python_error();
        return number;
    }

    std::vector<nb::object> numbers_;  // of an option, once it was needed
};

// A search that checks what it hands out.
template <class Search>
class Checked {
public:
    template <class... Arguments>
    explicit Checked(const Problem& problem, Arguments&&... arguments)
        : problem_(problem),
          search_(std::forward<Arguments>(arguments)...),
          verifier_(problem),
          numbers_(problem.options()) {}

    // In an order of its own, if there is one: `make` is given the problem that is searched.
    template <class Make>
    Checked(std::unique_ptr<const Shuffled> order, const Problem& problem, Make make)
        : problem_(problem),
          order_(std::move(order)),
          search_(make(order_ ? order_->problem() : problem)),
          verifier_(problem),
          numbers_(problem.options()) {}

    Stop run(std::uint64_t solutions, std::uint64_t nodes, double seconds) {
        const Running running(busy_);
        return search_.run({solutions, nodes, seconds});
    }

    // Verifies the covers found since the last call and appends them to a list: all or, if something fails,
    // none, and no signal handler can come in between.
    std::optional<std::string> hand_over(nb::list list) {
        const Turn turn(busy_);
        const Covers renumbered = order_ ? order_->in_given_numbers(search_.covers()) : Covers{};
        const Covers& covers = order_ ? renumbered : search_.covers();
        if (auto wrong = verifier_.fault(covers)) return wrong;
        nb::list found;
        for (std::size_t k = 0; k < covers.size(); ++k)
            if (!position_ || !position_->has_passed(problem_, covers[k])) found.append(numbers_.tuple(covers[k]));
        if (PyList_SetSlice(list.ptr(), PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, found.ptr()) != 0) throw nb::python_error();
        search_.clear_covers();
        return std::nullopt;
    }

    // Hands out only what another search has not met.
    void go_on_from(Position position) { position_ = std::move(position); }

    const Search& search() const { return search_; }
    Search& search() { return search_; }

private:
    const Problem& problem_;
    std::optional<Position> position_;
    std::unique_ptr<const Shuffled> order_;
    Search search_;
    Verifier verifier_;
    Numbers numbers_;
    std::atomic_flag busy_;
};

inline std::unique_ptr<const Shuffled> order_of(const Problem& problem, nb::handle seed) {
    return seed.is_none() ? nullptr : std::make_unique<const Shuffled>(problem, nb::cast<std::uint64_t>(seed));
}

template <class Search>
void define_search(nb::class_<Checked<Search>>& type) {
    using namespace nb::literals;
    using Self = Checked<Search>;
    type.def("run", &Self::run, "solutions"_a, "nodes"_a, "seconds"_a)
        .def(
            "hand_over",
            [](Self& self, nb::list list) -> nb::object {
                const auto wrong = self.hand_over(list);
                return wrong ? nb::object(nb::str(wrong->c_str())) : nb::none();
            },
            "into"_a)
        .def_prop_ro("solutions", [](const Self& self) { return self.search().solutions(); })
        .def_prop_ro("nodes", [](const Self& self) { return self.search().nodes(); })
        .def_prop_ro("updates", [](const Self& self) { return self.search().updates(); })
        .def_prop_ro("depth", [](const Self& self) { return self.search().depth(); });
    if constexpr (requires(const Search& search) { search.position(); })
        type.def("position", [](const Self& self) { return self.search().position(); });
    if constexpr (requires(const Search& search) { search.share(); })
        type.def_prop_ro("progress", [](const Self& self) { return std::clamp(1 - self.search().share(), 0.0, 1.0); });
}

}  // namespace excover
