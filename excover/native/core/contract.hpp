// Contracts: what holds unless the core has a bug.
//
// EXCOVER_CHECK holds in every build: where it fails, BrokenContract ends the run, and the user hears of a bug of
// excover instead of getting a wrong answer. It stands where it costs nothing that can be measured: once a run, a table
// or a solution. EXCOVER_ASSERT stands in inner loops, and is checked in every build but Release (see CMakeLists.txt).
#pragma once

#include <stdexcept>
#include <string>

namespace excover {

struct BrokenContract : std::logic_error {
    using std::logic_error::logic_error;
};

[[noreturn]] inline void break_contract(const char* function, const char* condition) {
    throw BrokenContract(std::string("broken contract in ") + function + ": " + condition);
}

}  // namespace excover

#define EXCOVER_CHECK(condition) ((condition) ? void() : ::excover::break_contract(__func__, #condition))

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
