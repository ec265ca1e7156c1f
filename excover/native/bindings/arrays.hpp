// Arrays of Python as they come in: one dimension, contiguous, read only.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
#include <vector>

namespace nb = nanobind;

namespace excover {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> view(const Array<T>& array) {
    return {array.data(), array.shape(0)};
}

template <class T>
std::vector<T> copy(const Array<T>& array) {
    return {view(array).begin(), view(array).end()};
}

}  // namespace excover
