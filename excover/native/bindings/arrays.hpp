// Arrays of Python as they come in: one dimension, contiguous, read only; an array.array of the right type as a rule.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace excover {

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
