// The instructions that the processor has and the operating system supports.
#pragma once

namespace excover {

struct Processor {
    bool avx2;  // AVX2 and POPCNT
    bool avx512;  // AVX-512 F, BW, DQ, BITALG and VPOPCNTDQ

    static const Processor& current();
};

}  // namespace excover
