// Searches abreast for AVX-512.
#include "core/target.hpp"
#include "lines/abreast_kernel.hpp"

#if defined(__x86_64__)

// Only what follows: the functions of the standard library stay those of every machine.
EXCOVER_BEGIN_TARGET("avx512f,avx512bw,avx512dq")

namespace excover {

namespace {

constexpr Index kBytes = 64;

#include "lines/abreast_loops.hpp"

}  // namespace

AbreastKernel avx512_abreast_kernel() { return {round_abreast, find_first_pairs, transpose_abreast}; }

}  // namespace excover

EXCOVER_END_TARGET

#else

excover::AbreastKernel excover::avx512_abreast_kernel() { return {}; }

#endif
