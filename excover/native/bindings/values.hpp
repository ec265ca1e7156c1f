// Values of the core as Python knows them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"

namespace nb = nanobind;

namespace excover {

// Options by number, as a tuple.
nb::object cover_tuple(std::span<const Index> cover);

// A number of any size, its lowest 64 bits first.
nb::object integer(std::span<const std::uint64_t> limbs);

// Numbers of so many limbs each.
nb::list integers(std::span<const std::uint64_t> limbs, std::size_t each);

// A permutation, 32 bits an image.
nb::bytes permutation_bytes(std::span<const Index> permutation);
nb::list permutation_list(const std::vector<std::vector<Index>>& permutations);

template <class Numbers>
nb::list plain_list(const Numbers& numbers) {
    nb::list list;
    for (const auto number : numbers) list.append(number);
    return list;
}

}  // namespace excover
