// Ever cheaper solutions: the sparse-set search under a bound on costs.
#pragma once

#include <span>

#include "sparse/cost_bound.hpp"
#include "sparse/sparse_search.hpp"

namespace excover {

class CheapestSearch {
public:
    // `problem` must outlive the search.
    CheapestSearch(const Problem& problem, std::span<const CostBound::Cost> costs)
        : bound_(problem, costs), search_(problem, true, Aim::listing, &bound_) {}
    CheapestSearch(const CheapestSearch&) = delete;
    CheapestSearch& operator=(const CheapestSearch&) = delete;

    Stop run(const Allowance& allowance) { return search_.run(allowance); }
    const Covers& covers() const { return search_.covers(); }
    void clear_covers() { search_.clear_covers(); }

    std::uint64_t solutions() const { return search_.solutions(); }
    std::uint64_t nodes() const { return search_.nodes(); }
    std::uint64_t updates() const { return search_.updates(); }
    std::uint64_t depth() const { return search_.depth(); }
    double share() const { return search_.share(); }

private:
    CostBound bound_;
    SparseSearch search_;
};

}  // namespace excover
