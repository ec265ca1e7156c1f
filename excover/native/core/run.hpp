// The budget of every engine's run(), and the reason why it returns.
#pragma once

#include <chrono>
#include <cstdint>

namespace excover {

// Why a run returned. Only `exhausted` means that there is nothing more to find.
enum class Stop { exhausted, solutions, nodes, time };

// The budget of a single run.
struct Allowance {
    std::uint64_t solutions = UINT64_MAX;
    std::uint64_t nodes = UINT64_MAX;
    double seconds = 1e18;
};

inline std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

// Looks at the clock now and then: after so many units of work, which should take a fraction of a millisecond.
class Watch {
public:
    Watch(double seconds, std::uint64_t work_between_looks)
        : seconds_(seconds), between_(work_between_looks), start_(Clock::now()) {}

    bool is_over(std::uint64_t work) {
        if (work < next_look_) return false;
        next_look_ = work + between_;
        return seconds_left() <= 0;
    }

    double seconds_left() const { return seconds_ - std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;

    double seconds_;
    std::uint64_t between_;
    Clock::time_point start_;
    std::uint64_t next_look_ = 0;
};

}  // namespace excover
