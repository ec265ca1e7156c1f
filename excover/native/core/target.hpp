// Code for instructions that not every machine has. What stands between the two macros is compiled for a target such
// as "avx2,popcnt"; templates of the standard library must not be used there, because the linker keeps one copy of
// each for all machines. GCC and Clang agree on the names of targets, but not on how to ask for one.
#pragma once

#define EXCOVER_PRAGMA(text) _Pragma(#text)

#if defined(__clang__)
#define EXCOVER_BEGIN_TARGET(names) \
    EXCOVER_PRAGMA(clang attribute push(__attribute__((target(names))), apply_to = function))
#define EXCOVER_END_TARGET EXCOVER_PRAGMA(clang attribute pop)
#else
#define EXCOVER_BEGIN_TARGET(names) EXCOVER_PRAGMA(GCC push_options) EXCOVER_PRAGMA(GCC target(names))
#define EXCOVER_END_TARGET EXCOVER_PRAGMA(GCC pop_options)
#endif
