// Covers as Python tuples, which share their int objects: that saves most of their memory and time.
#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <vector>

#include "bindings/values.hpp"
#include "core/problem.hpp"

namespace nb = nanobind;

namespace excover {

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

}  // namespace excover
