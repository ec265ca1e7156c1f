#include "core/engine.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/tuning.hpp"

namespace excover {

namespace {

bool has(const Problem& problem, Index option, Index item) {
    for (const Index e : problem.entries(option))
        if (problem.item(e) == item) return true;
    return false;
}

}  // namespace

bool Position::has_passed(const Problem& problem, std::span<const Index> cover) const {
    for (std::size_t level = 0; level < way.size(); ++level) {
        const auto is_chosen = [&](Index option) {
            for (std::size_t above = 0; above < level; ++above)
                if (way[above].option == option) return true;
            return false;
        };
        Index least = kNone;
        for (const Index option : cover)
            if (option < least && has(problem, option, way[level].item) && !is_chosen(option)) least = option;
        if (least != way[level].option) return least < way[level].option;
    }
    return is_last_done;
}

Stop WalkingSearch::run(const Allowance& allowance) {
    const std::uint64_t last_solution = saturated_sum(solutions_, allowance.solutions);
    const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
    Watch watch(allowance.seconds, 0);
    while (!is_done_) {
        if (solutions_ >= last_solution) return Stop::solutions;
        if (nodes_ >= last_node) return Stop::nodes;
        if (watch.is_over(0)) return Stop::time;
        if (is_empty_cover_due_) {
            if (keep_covers_) covers_.add(std::span<const Index>{});
            ++solutions_;
            is_done_ = true;
        } else {
            walk(last_node, last_solution);
        }
    }
    return Stop::exhausted;
}

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
