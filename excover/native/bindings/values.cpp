#include "bindings/values.hpp"

#include <string>

namespace excover {

Cover cover_tuple(std::span<const Index> cover) {
    return new_tuple(cover.size(), [&](std::size_t k) { return PyLong_FromUnsignedLong(cover[k]); });
}

nb::int_ integer(std::span<const std::uint64_t> limbs) {
    std::string bytes;
    for (const std::uint64_t limb : limbs)
        for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(limb >> shift & 0xff));
    return nb::int_(nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type))
                        .attr("from_bytes")(nb::bytes(bytes.data(), bytes.size()), "little"));
}

ListOf<nb::int_> integers(std::span<const std::uint64_t> limbs, std::size_t each) {
    nb::list list;
    for (std::size_t k = 0; k < limbs.size(); k += each) list.append(integer(limbs.subspan(k, each)));
    return list;
}

nb::bytes permutation_bytes(std::span<const Index> permutation) {
    return nb::bytes(permutation.data(), permutation.size_bytes());
}

ListOf<nb::bytes> permutation_list(const std::vector<std::vector<Index>>& permutations) {
    nb::list list;
    for (const std::vector<Index>& permutation : permutations) list.append(permutation_bytes(permutation));
    return list;
}

}  // namespace excover
