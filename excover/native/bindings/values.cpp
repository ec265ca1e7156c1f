#include "bindings/values.hpp"

#include <string>

namespace excover {

nb::object cover_tuple(std::span<const Index> cover) {
    nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(cover.size())));
    if (!tuple.is_valid()) throw nb::python_error();
    for (std::size_t k = 0; k < cover.size(); ++k) {
        PyObject* number = PyLong_FromUnsignedLong(cover[k]);
        if (number == nullptr) throw nb::python_error();
        PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(k), number);
    }
    return tuple;
}

nb::object integer(std::span<const std::uint64_t> limbs) {
    std::string bytes;
    for (const std::uint64_t limb : limbs)
        for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(limb >> shift & 0xff));
    return nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type))
        .attr("from_bytes")(nb::bytes(bytes.data(), bytes.size()), "little");
}

nb::list integers(std::span<const std::uint64_t> limbs, std::size_t each) {
    nb::list list;
    for (std::size_t k = 0; k < limbs.size(); k += each) list.append(integer(limbs.subspan(k, each)));
    return list;
}

nb::bytes permutation_bytes(std::span<const Index> permutation) {
    return nb::bytes(permutation.data(), permutation.size_bytes());
}

nb::list permutation_list(const std::vector<std::vector<Index>>& permutations) {
    nb::list list;
    for (const std::vector<Index>& permutation : permutations) list.append(permutation_bytes(permutation));
    return list;
}

}  // namespace excover
