// Contracts, checked in every build but Release (see CMakeLists.txt).
#pragma once

#ifdef EXCOVER_CHECKED
#include <cstdio>
#include <cstdlib>

#define EXCOVER_ASSERT(condition) \
    ((condition)                  \
         ? void()                 \
         : (std::fprintf(stderr, "%s:%d: broken contract: %s\n", __FILE__, __LINE__, #condition), std::abort()))
#else
#define EXCOVER_ASSERT(condition) void()
#endif
