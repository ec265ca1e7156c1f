#include "lanes/instructions.hpp"

#include <initializer_list>

#if defined(__x86_64__)
#include <cpuid.h>

#include <cstdint>
#endif

namespace excover::lanes {

namespace {

// What the processor has and the operating system supports.
struct Processor {
    bool avx2 = false;  // AVX2 and POPCNT
    bool avx512bw = false;  // AVX-512 F, BW and DQ, and POPCNT
    bool avx512 = false;  // besides, BITALG and VPOPCNTDQ
    bool neon = false;
};

#if defined(__x86_64__)

// The bits of the processor's answers and of XCR0: Intel, "Software Developer's Manual", volume 1, 14.3 and 15.2.
// `__builtin_cpu_supports` is not used, because some runtime libraries of Clang leave its table empty.
struct Answer {
    unsigned a = 0, b = 0, c = 0, d = 0;
};

Answer ask(unsigned leaf) {
    Answer answer;
    __get_cpuid_count(leaf, 0, &answer.a, &answer.b, &answer.c, &answer.d);
    return answer;
}

// The registers that the operating system saves when it switches threads.
std::uint64_t saved_registers() {
    std::uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
}

constexpr bool has_all(std::uint64_t bits, std::uint64_t wanted) { return (bits & wanted) == wanted; }

constexpr unsigned kPopcnt = 1u << 23, kOsxsave = 1u << 27, kAvx = 1u << 28;  // leaf 1, ecx
constexpr unsigned kAvx2 = 1u << 5, kF = 1u << 16, kDq = 1u << 17, kBw = 1u << 30;  // leaf 7, ebx
constexpr unsigned kBitalg = 1u << 12, kVpopcntdq = 1u << 14;  // leaf 7, ecx
constexpr std::uint64_t kYmm = 0b110, kZmm = 0b1110'0110;  // XCR0

Processor detect() {
    const Answer basic = ask(1), extended = ask(7);
    if (!has_all(basic.c, kPopcnt | kOsxsave | kAvx)) return {};
    const std::uint64_t saved = saved_registers();
    const bool avx512bw = has_all(saved, kZmm) && has_all(extended.b, kAvx2 | kF | kDq | kBw);
    return {.avx2 = has_all(saved, kYmm) && has_all(extended.b, kAvx2),
            .avx512bw = avx512bw,
            .avx512 = avx512bw && has_all(extended.c, kBitalg | kVpopcntdq)};
}

#elif defined(__aarch64__)

Processor detect() { return {.neon = true}; }  // which is part of the architecture

#else

Processor detect() { return {}; }

#endif

const Processor& processor() {
    static const Processor processor = detect();
    return processor;
}

}  // namespace

bool has_instructions(Instructions instructions) {
    switch (instructions) {
        case Instructions::avx512:
            return processor().avx512;
        case Instructions::avx512bw:
            return processor().avx512bw;
        case Instructions::avx2:
            return processor().avx2;
        case Instructions::neon:
            return processor().neon;
        default:
            return true;
    }
}

Instructions best_instructions() {
    for (const Instructions instructions :
         {Instructions::avx512, Instructions::avx512bw, Instructions::avx2, Instructions::neon})
        if (has_instructions(instructions)) return instructions;
    return Instructions::plain;
}

}  // namespace excover::lanes
