// Large neighbourhood search: most options of the best solution so far are kept, and the rest is searched for a better
// one (P. Shaw, "Using constraint programming and local search methods to solve vehicle routing problems", CP 1998).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "cost/bounded_tree.hpp"

namespace excover {

class Neighbourhood {
public:
    // One of several that search at once, each with its own random choices.
    Neighbourhood(const CostModel& model, std::size_t most_saved, unsigned number);
    // After a change of the model.
    void renew(const CostModel& model, std::size_t most_saved);

    // Goes on for so much work or so many nodes, or to the end of a try, or until a solution is found that costs less
    // than the best one, which is then in chosen(). A new try begins with the `prices`.
    bool run(std::span<const Index> best, Cost best_cost, std::span<const Cost> prices, std::uint64_t work,
             std::uint64_t nodes);

    const BoundedTree& tree() const { return *tree_; }

private:
    void begin(std::span<const Index> best, Cost best_cost, std::span<const Cost> prices);

    std::unique_ptr<BoundedTree> tree_;
    Xorshift random_;
    std::size_t freed_;  // how many options of the best solution a try takes out
    bool in_try_ = false;
    std::uint64_t try_ends_ = 0;
    std::vector<Index> kept_;  // scratch
};

}  // namespace excover
