// The tuning constants; only benchmarks and tests set them, through excover/search/tuning.py.
#include "core/tuning.hpp"

#include "bindings/define.hpp"
#include "bindings/values.hpp"

using namespace nb::literals;

namespace excover {

namespace {

using Row = TupleOf<nb::str, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, nb::str>;

ListOf<Row> constants() {
    nb::list list;
    for (const TuningConstant& constant : tuning_constants())
        list.append(nb::make_tuple(nb::str(constant.name.data(), constant.name.size()), std::uint64_t{*constant.value},
                                   constant.standard, constant.least, constant.most,
                                   nb::str(constant.meaning.data(), constant.meaning.size())));
    return list;
}

}  // namespace

void define_tuning(nb::module_& m) {
    m.def("tuning_constants", &constants,
          "Name, value, default, least and most value, and meaning of each tuning constant.");
    m.def(
        "set_tuning", [](const char* name, std::uint64_t value) { set_tuning(name, value); }, "name"_a, "value"_a,
        "ValueError if there is no such constant, or the value is out of its range.");
}

}  // namespace excover
