// Long work in short steps: passes over nodes, or other things, with a look at the clock between two blocks.
//
// Building, loading and querying a diagram must be able to stop soon: at the end of the time, or at a signal. So each
// such task adds its passes here, and its owner runs them slice by slice.
#pragma once

#include <cstddef>
#include <deque>
#include <exception>
#include <functional>

#include "core/engine.hpp"

namespace excover {

class Passes {
public:
    // Of the turns of a pass, which are numbered from 0, those from `from` up to `to`.
    using Block = std::function<void(std::size_t from, std::size_t to)>;

    // Adds a pass after all others. A pass may add further ones, if the next step depends on its result.
    void each(std::size_t turns, Block block);
    void then(std::function<void()> action);

    // For a pass that consists of one block: it is repeated until it is over.
    void again() { is_to_repeat_ = true; }

    // Until all is done, or seconds are used up, but a block at least. What a pass throws ends the work for good, and
    // each further run throws it.
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
