// How a node of the proof is divided where the linear program decides: into two parts whose programs cost more.
//
// The parts of a node are either an option taken and left, or two items that are covered once, by one option together
// or by two (D. M. Ryan and B. A. Foster, "An integer programming approach to scheduling", 1981): that divides evenly,
// where one option of thousands that is left hardly changes anything. Which pair or option, a few pivots show that are
// made on trial, and what was seen before of it (T. Achterberg, T. Koch and A. Martin, "Branching rules revisited",
// Operations Research Letters 33 (2005) 42-54).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/problem.hpp"
#include "cost/lagrangian.hpp"
#include "cost/linear_program.hpp"

namespace excover::cost {

// Of an option: whether it is chosen. Of two items, each of which needs one more option: whether one covers both.
struct Branch {
    Index first, second = kNone;  // an option, or two items
    auto operator<=>(const Branch&) const = default;

    // Goes one way; false if some item then cannot be covered. propagate() then draws the consequences.
    bool take(const CostModel& model, PropagationState& state, bool together) const;
};

class LinearBranching {
public:
    // With the program of the root, if it was solved already. The model must outlive it.
    LinearBranching(const CostModel& model, const LinearProgram* root);

    // The program of a state, as far as is needed to see that it costs more than `enough`.
    const LinearProgram& solve(const PropagationState& state, double enough);
    bool is_solved() const { return program_->status() == LinearProgram::Status::optimal; }
    // Whether it takes what is ruled out by now, or not wholly what is chosen.
    bool is_outdated(const PropagationState& state) const;
    // The open options that it takes, if it takes each wholly.
    std::optional<std::vector<Index>> whole(const PropagationState& state) const;

    struct Way {
        Branch branch;
        bool together;  // the side to look at first: where there is no solution, or else the cheaper one
    };
    // None if nothing is divided.
    std::optional<Way> pick(PropagationState& state, double enough);

    std::uint64_t work() const { return work_; }

private:
    // How much more the program costs for each unit that a branch takes away, by sides: apart, together.
    struct Gains {
        double sum[2] = {0, 0};
        unsigned count[2] = {0, 0};
    };
    struct Candidate {
        Branch branch;
        double share, score;
    };
    struct Trial {
        double gain;
        bool is_over;
    };

    std::vector<Candidate> candidates(const PropagationState& state) const;
    void add_pairs(const PropagationState& state, std::vector<Candidate>& found) const;
    void add_options(const PropagationState& state, std::vector<Candidate>& found) const;
    double expected(const Candidate& candidate, bool together) const;
    bool is_reliable(const Branch& branch) const;
    Trial try_side(PropagationState& state, const Branch& branch, bool together, double enough);
    void note(const Candidate& candidate, bool together, double gain);

    const CostModel& model_;
    std::unique_ptr<LinearProgram> program_;
    std::map<Branch, Gains> gains_;
    Gains all_;
    std::uint64_t work_ = 0;
};

}  // namespace excover::cost
