// Values of the core as Python objects.
#pragma once

#include <nanobind/nanobind.h>

#include <nanobind/stl/optional.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/problem.hpp"

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

}  // namespace excover
