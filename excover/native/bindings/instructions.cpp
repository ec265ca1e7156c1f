#include "bindings/instructions.hpp"

#include <stdexcept>
#include <utility>

#include "lanes/lane_search.hpp"

namespace nb = nanobind;

namespace excover {

namespace {

constexpr std::pair<const char*, Instructions> kInstructions[] = {{"plain", Instructions::plain},
                                                                  {"neon", Instructions::neon},
                                                                  {"avx2", Instructions::avx2},
                                                                  {"avx512bw", Instructions::avx512bw},
                                                                  {"avx512", Instructions::avx512}};

}  // namespace

ListOf<nb::str> instruction_names() {
    nb::list names;
    for (const auto& [name, instructions] : kInstructions)
        if (has_instructions(instructions)) names.append(name);
    return names;
}

// Checks what LaneSearch relies on.
Instructions instructions_by_name(const Problem& problem, std::string_view wanted) {
    if (!has_lane_bounds(problem)) throw std::invalid_argument("the lanes cannot have an item covered more than once");
    if (wanted == "best") return best_instructions();
    for (const auto& [name, instructions] : kInstructions)
        if (wanted == name && has_instructions(instructions)) return instructions;
    throw std::invalid_argument("no such instructions on this machine");
}

}  // namespace excover
