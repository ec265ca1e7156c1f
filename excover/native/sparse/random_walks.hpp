// The size of a search tree, and its solutions, estimated by random walks from the root.
//
// D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975) 121-136: a walk
// takes each branch of a node with the same probability, and counts whatever it meets as often as the product
// of the numbers of branches on its way. The mean over many walks tends to the true number.
//
// Two refinements keep the mean and lower the variance. Branches that fail at once are counted but not taken, so
// that walks reach further. And where few options are alive the rest is searched instead of walked; how few is
// found before the first walk that counts, by trial, such that a walk costs some hundred nodes. Where the rest turns
// out to be far larger it is walked after all, so that no walk takes long for its kind.
//
// The tree is that of SparseSearch, branch for branch; so the estimates can be checked against its counts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "sparse/sparse_search.hpp"

namespace excover::sparse {

class RandomWalks {
public:
    // `problem` must outlive the walks. The same seed gives the same walks, however they are cut into runs.
    // Unless `searching`, walks go on to the end. What breaks the rules is no solution, and where that is known a walk
    // ends.
    RandomWalks(const Problem& problem, std::uint64_t seed, bool searching,
                std::shared_ptr<const rules::LinearConstraints> rows = nullptr,
                std::shared_ptr<const rules::GlobalConstraints> global_constraints = nullptr);

    // So many walks, or as many as there is time for; the next run goes on with one that is not over.
    Stop run(std::uint64_t walks, double seconds);

    // Sums over the walks since forget(): of solutions, and of nodes at each level, the root's first.
    std::uint64_t walks() const { return walks_; }
    double solutions() const { return solutions_; }
    std::span<const double> nodes() const { return nodes_; }
    void forget();

private:
    // A node on the way, and the branch taken from it.
    struct Step {
        Index entry;  // kNone if the branch chooses no option
        Index opened;  // the mark of the sets before any branch was rejected
        Index chosen;  // and when the branch was taken
    };
    struct Branch {
        Index entry, mark;
    };

    // A walk that is not over.
    struct Walk {
        double weight = 1;
        Index horizon;
        bool is_as_expected = true;
    };

    void go_on();
    void end_walk();
    void begin_trials(Index horizon);
    void end_trial(bool is_as_expected);
    bool go_down(Index item, double& weight);
    void find_branches(Index item);
    void leave_dead_ends();
    bool is_dead_end(const Branch& branch);
    bool search_below();
    Index alive() const { return options_ - tree_.sets_.mark(); }
    void go_back();
    void count_nodes(std::size_t level, double count);

    SparseSearch tree_;
    const Index options_;
    Index horizon_ = 0;  // with so few alive options the rest is searched
    Index tried_ = 0;  // a larger number of them that is tried; 0 if none is
    std::uint64_t trials_ = 0, trial_nodes_ = 0;  // walks made with it, and the nodes of the tree before
    std::optional<Walk> walk_;
    std::uint64_t searched_ = 0, found_ = 0;  // nodes of the rest that is searched, and solutions
    bool is_searching_ = false;
    std::uint64_t random_;
    std::vector<Step> steps_;
    std::vector<Branch> branches_;
    std::vector<Index> entries_;
    std::uint64_t walks_ = 0;
    double solutions_ = 0;
    std::vector<double> nodes_{0};
    double own_solutions_ = 0;  // of the walk that is not over
    std::vector<double> own_nodes_{0};
};

}  // namespace excover::sparse
