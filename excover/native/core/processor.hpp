// The instructions that the processor has and the operating system supports.
#pragma once

namespace excover {

struct Processor {
    bool avx2 = false;  // AVX2 and POPCNT
    bool avx512bw = false;  // AVX-512 F, BW and DQ, and POPCNT
    bool avx512 = false;  // besides, BITALG and VPOPCNTDQ
    bool neon = false;

    static const Processor& current();
};

}  // namespace excover
