// The vector instructions that loops are written for, and code for those that not every machine has.
#pragma once

namespace excover::lanes {

// The instructions a walk is written for; `best` is the widest that this machine has.
enum class Instructions { plain, neon, avx2, avx512bw, avx512 };

bool has_instructions(Instructions instructions);
Instructions best_instructions();

}  // namespace excover::lanes

// Code for instructions that not every machine has. What stands between the two macros is compiled for a target such
// as "avx2,popcnt"; templates of the standard library must not be used there, because the linker keeps one copy of
// each for all machines. GCC and Clang agree on the names of targets, but not on how to ask for one.
#define EXCOVER_PRAGMA(text) _Pragma(#text)

#if defined(__clang__)
#define EXCOVER_BEGIN_TARGET(names) \
    EXCOVER_PRAGMA(clang attribute push(__attribute__((target(names))), apply_to = function))
#define EXCOVER_END_TARGET EXCOVER_PRAGMA(clang attribute pop)
#else
#define EXCOVER_BEGIN_TARGET(names) EXCOVER_PRAGMA(GCC push_options) EXCOVER_PRAGMA(GCC target(names))
#define EXCOVER_END_TARGET EXCOVER_PRAGMA(GCC pop_options)
#endif
