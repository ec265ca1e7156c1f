// Decides whether a set of points is the first of all its images under a group, in the order of point numbers.
//
// The images are walked along the chain of stabilizers: once the element's parts of some levels are chosen, it is
// settled which points below the next base point belong to the image. If these come before the set's own, the answer
// is no; where they come after, or no choice can keep up, nothing below is looked at. (After S. Linton, Finding the
// smallest image of a set, ISSAC 2004, with one chain for all sets.) Time is at most that of listing the group.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "symmetry/permutations.hpp"

namespace excover {

class CanonicalTest {
public:
    // `group` is complete and outlives this.
    explicit CanonicalTest(const PermutationGroup& group) : group_(group) {}

    void load(std::span<const Index> ascending);

    // The answer, once it is known; nothing if seconds are used up before.
    std::optional<bool> run(double seconds);

    std::uint64_t steps() const { return steps_; }  // images of points taken so far, over all sets

private:
    // Images under what is chosen above a level, and the points to which its base point may go.
    struct Frame {
        std::vector<Index> images, targets;
        std::size_t next = 0;
    };
    enum class Order { before, same, after };

    bool enter(std::vector<Index> images);
    Order compared(const std::vector<Index>& images, Index below) const;

    const PermutationGroup& group_;
    std::vector<Index> own_;
    std::vector<Frame> frames_;
    bool is_first_ = true;
    std::uint64_t steps_ = 0;
};

}  // namespace excover
