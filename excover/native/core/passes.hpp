// Long work in short steps: passes over nodes, or whatever else, with a look at the clock between two blocks of them.
//
// Whoever builds, loads or asks a diagram must be able to stop soon: at the end of its time, or when a signal comes. So each
// such task adds its passes here, and its owner runs them for as long as it likes, and again.
#pragma once

#include <cstddef>
#include <deque>
#include <exception>
#include <functional>

#include "core/run.hpp"

namespace excover {

class Passes {
public:
    // Of the turns of a pass, which are numbered from 0, those from `from` up to `to`.
    using Block = std::function<void(std::size_t from, std::size_t to)>;

    // Behind all that are planned. A pass may plan more, which is how a task goes on when it knows what to do next.
    void each(std::size_t turns, Block block);
    void then(std::function<void()> action);

    // For a block: the pass begins again once it is over.
    void again() { is_to_repeat_ = true; }

    // Until all is done, or seconds are used up, but a block at least. What a pass throws ends the work for good, and each further run throws it.
    Stop run(double seconds);
    void finish() { run(Allowance{}.seconds); }
    bool is_over() const { return passes_.empty(); }

private:
    struct Pass {
        std::size_t turns, next;
        Block block;
    };
    void step();

    std::deque<Pass> passes_;
    std::exception_ptr failure_;
    bool is_to_repeat_ = false;
};

}  // namespace excover
