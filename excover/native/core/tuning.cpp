#include "core/tuning.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace excover {

namespace {

#define EXCOVER_LIST(name, standard, least, most, meaning) {#name, &tuning::name, standard, least, most, meaning},
constexpr TuningConstant kConstants[] = {EXCOVER_TUNING(EXCOVER_LIST)};
#undef EXCOVER_LIST

}  // namespace

std::span<const TuningConstant> tuning_constants() { return kConstants; }

void set_tuning(std::string_view name, std::uint64_t value) {
    const auto constant = std::ranges::find(kConstants, name, &TuningConstant::name);
    if (constant == std::end(kConstants))
        throw std::invalid_argument("there is no constant `" + std::string(name) + "`");
    if (value < constant->least || value > constant->most)
        throw std::invalid_argument(std::string(name) + " is " + std::to_string(constant->least) + " to " +
                                    std::to_string(constant->most));
    constant->value->set(value);
}

}  // namespace excover
