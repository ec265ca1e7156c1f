// Searches abreast in vectors of 128 bits, which both x86-64 and 64-bit ARM processors have, and of 256 and 512 bits.
#include "lines/abreast_kernel.hpp"

#include "lanes/instructions.hpp"

namespace excover::lines::plain {

namespace {

constexpr Index kBytes = 16;

#include "lines/abreast_loops.hpp"

}  // namespace

}  // namespace excover::lines::plain

#if defined(__x86_64__)

// Only what follows: the functions of the standard library stay those of every machine.
EXCOVER_BEGIN_TARGET("avx2")

namespace excover::lines::avx2 {

namespace {

constexpr Index kBytes = 32;

#include "lines/abreast_loops.hpp"

}  // namespace

}  // namespace excover::lines::avx2

EXCOVER_END_TARGET

EXCOVER_BEGIN_TARGET("avx512f,avx512bw,avx512dq")

namespace excover::lines::avx512 {

namespace {

constexpr Index kBytes = 64;

#include "lines/abreast_loops.hpp"

}  // namespace

}  // namespace excover::lines::avx512

EXCOVER_END_TARGET

#endif

namespace excover::lines {

using lanes::has_instructions;

AbreastKernel abreast_kernel(Instructions instructions) {
    EXCOVER_CHECK(has_instructions(instructions));
    switch (instructions) {
#if defined(__x86_64__)
        case Instructions::avx512:
        case Instructions::avx512bw:
            return {avx512::round_abreast, avx512::find_first_pairs, avx512::transpose_abreast};
        case Instructions::avx2:
            return {avx2::round_abreast, avx2::find_first_pairs, avx2::transpose_abreast};
#endif
        default:
            return {plain::round_abreast, plain::find_first_pairs, plain::transpose_abreast};
    }
}

}  // namespace excover::lines
