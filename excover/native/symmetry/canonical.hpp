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

#include "core/problem.hpp"
#include "symmetry/permutations.hpp"

namespace excover::symmetry {

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

// The covers of a symmetric problem from those with one option of each orbit.
//
// Every cover has exactly one of some options that a group permutes, those of an item that is covered once. Each of
// them is the image of a representative of its orbit under an element of the group that is chosen once and for all; so
// the images of the covers with a representative, under the elements chosen for its orbit, are all covers, each of them
// once.
class Images {
public:
    // `kept`: the options that covers are given in, which are numbered in their order. `elements`: permutations of all
    // options, one after the other. `firsts`, `numbers`: those for each option are numbers[firsts[o]] up to
    // numbers[firsts[o + 1]]; none if it is no representative. Throws std::invalid_argument if these do not fit
    // together.
    Images(Index options, std::vector<Index> kept, std::vector<Index> elements, std::vector<Index> firsts,
           std::vector<Index> numbers);

    // Adds all images of a cover, each ascending. Throws std::invalid_argument unless it has exactly one
    // representative.
    void add(std::span<const Index> cover, Covers& to) const;

private:
    Index options_;
    std::vector<Index> kept_, elements_, firsts_, numbers_;
};

}  // namespace excover::symmetry
