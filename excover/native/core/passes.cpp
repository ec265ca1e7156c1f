#include "core/passes.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/tuning.hpp"

namespace excover {

namespace tuning {
extern Tunable passes_block;
}

void Passes::each(std::size_t turns, Block block) {
    if (turns > 0) passes_.push_back({turns, 0, std::move(block)});
}

void Passes::then(std::function<void()> action) {
    each(1, [action = std::move(action)](std::size_t, std::size_t) { action(); });
}

Stop Passes::run(double seconds) {
    if (failure_) std::rethrow_exception(failure_);
    Watch watch(seconds, 1);
    try {
        for (std::uint64_t steps = 0; !passes_.empty(); ++steps) {
            if (steps > 0 && watch.is_over(steps)) return Stop::time;
            step();
        }
    } catch (...) {
        failure_ = std::current_exception();
        passes_.clear();
        throw;
    }
    return Stop::exhausted;
}

void Passes::step() {
    Pass& pass = passes_.front();
    const std::size_t from = pass.next;
    pass.next = std::min<std::size_t>(pass.turns, from + tuning::passes_block);
    pass.block(from, pass.next);
    if (pass.next < pass.turns) return;
    if (!is_to_repeat_) return passes_.pop_front();
    is_to_repeat_ = false;
    pass.next = 0;
}

}  // namespace excover
