#include "lane_walk.hpp"

namespace excover {

bool has_instructions(Instructions instructions) {
#if defined(__x86_64__) && defined(__GNUC__)
    if (instructions == Instructions::avx2) return __builtin_cpu_supports("avx2");
    if (instructions == Instructions::avx512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bitalg") &&
               __builtin_cpu_supports("avx512vpopcntdq");
#endif
    return instructions == Instructions::plain;
}

Instructions best_instructions() {
    for (const Instructions instructions : {Instructions::avx512, Instructions::avx2})
        if (has_instructions(instructions)) return instructions;
    return Instructions::plain;
}

Walker walker(Instructions instructions, Index bits) {
    EXCOVER_ASSERT(has_instructions(instructions));
    switch (instructions) {
        case Instructions::avx512: return avx512_walker(bits);
        case Instructions::avx2: return avx2_walker(bits);
        default: return plain_walker(bits);
    }
}

}  // namespace excover
