// A search of a tree of which parts can be given to other searches, as Python uses it.
#pragma once

#include <optional>
#include <stdexcept>

#include "bindings/checked.hpp"
#include "tree/tree_search.hpp"

namespace excover {

// `TreeSearch` in Python. Parts are in the option numbers of the given problem.
class CheckedTree : public CheckedEngine {
public:
    using CheckedEngine::CheckedEngine;

    std::optional<Rest> split() {
        const Turn turn(busy_);
        if (order_) throw std::logic_error("a search in a random order gives nothing away");
        return tree().split();
    }

    void enter(const Rest& rest) {
        const Turn turn(busy_);
        if (order_) throw std::logic_error("a search in a random order enters no part of another one");
        tree().enter(rest);
    }

private:
    TreeSearch& tree() { return static_cast<TreeSearch&>(engine()); }
};

}  // namespace excover
