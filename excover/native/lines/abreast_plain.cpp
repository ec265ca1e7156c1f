// Searches abreast for every machine: vectors of 128 bits, which both x86-64 and 64-bit ARM processors have.
#include "lines/abreast_kernel.hpp"

namespace excover {

namespace {

constexpr Index kBytes = 16;

#include "lines/abreast_loops.hpp"

}  // namespace

AbreastKernel plain_abreast_kernel() { return {round_abreast, find_first_pairs, transpose_abreast}; }

AbreastKernel abreast_kernel(Instructions instructions) {
    EXCOVER_ASSERT(has_instructions(instructions));
    switch (instructions) {
        case Instructions::avx512:
        case Instructions::avx512bw:
            return avx512_abreast_kernel();
        case Instructions::avx2:
            return avx2_abreast_kernel();
        default:
            return plain_abreast_kernel();
    }
}

}  // namespace excover
