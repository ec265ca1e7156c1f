// The subgroup that preserves the rest of a problem after its givens.
//
// Found by a search along the chain of stabilizers, from its last level to its first (G. Butler, Fundamental Algorithms
// for Permutation Groups, 1991): at each level one element is looked for that takes the base point to each point to
// which those found before do not take it. A choice is left as soon as a point that is kept goes to one that is not.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"
#include "core/run.hpp"
#include "symmetry/automorphisms.hpp"
#include "symmetry/permutations.hpp"

namespace excover {

class Preserving {
public:
    // `group` is complete; `kept` (ascending) are the points that the options of `left` are, in their order. All
    // three outlive this. Throws std::invalid_argument if they do not fit together.
    Preserving(const PermutationGroup& group, std::span<const Index> kept, const Problem& left,
               std::span<const Cost> costs);

    Stop run(double seconds);

    // As permutations of the options of `left`; elements that agree there are one.
    const std::vector<Permutation>& generators() const { return found_; }

private:
    // A choice for a level: which points of its orbit are still to be tried, under the choices above it.
    struct Frame {
        std::size_t level;
        std::size_t next, end;  // slots of the orbit
    };

    void begin_level();
    void try_next();
    bool keeps_up(std::size_t level) const;
    Index image(Index point, std::size_t levels) const;
    void take();

    const PermutationGroup& group_;
    const std::vector<Index> kept_;
    const Problem& left_;
    const std::span<const Cost> costs_;
    std::vector<Index> number_of_;  // of a point: among those kept, or kNone

    std::size_t level_;  // those from here on are done
    std::vector<bool> is_reached_;  // of a slot of this level's orbit: found elements lead there
    std::size_t slot_ = 0;  // that is being tried
    std::vector<Index> chosen_;  // of a level: the point its base goes to
    std::vector<Frame> frames_;
    std::vector<Permutation> elements_, found_;  // of all points, and of those kept
};

}  // namespace excover
