// Permutations of options that take covers to covers: checked, or made from what a motion does to some of the items.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/problem.hpp"
#include "symmetry/permutations.hpp"

namespace excover::symmetry {

using Cost = std::int64_t;

// Whether a permutation of options belongs to one of the items that keeps bounds, costs (if there are any), and which
// options agree on the color of an item.
bool is_automorphism(const Problem& problem, std::span<const Cost> costs, std::span<const Index> images, Steps& steps);

// Completes permutations of some of the items. Every other item goes to one that is covered, in a few rounds of
// refinement, by options with the same images; the k-th of those that stay indistinguishable goes to the k-th. So a
// completed product is the product of the completed, and what is completed at all makes a group.
class Completion {
public:
    // `labels` (an option each) have to be kept. `problem` and `costs` (none, or an option each) outlive this.
    Completion(const Problem& problem, std::span<const Cost> costs, std::span<const std::uint32_t> labels,
               Steps& steps);

    // `items`: the images of items, kNone for those to be found. The result is an automorphism.
    std::optional<Permutation> complete(std::span<const Index> items, Steps& steps) const;

private:
    using Hash = std::uint64_t;
    using Ranked = std::vector<std::pair<Hash, Index>>;  // ascending

    std::vector<Hash> refined(std::vector<Hash> items, std::span<const Index> known, Steps& steps) const;
    std::vector<Hash> option_hashes(std::span<const Hash> items, Steps& steps) const;
    std::optional<Permutation> item_images(std::span<const Index> known, Steps& steps) const;
    bool keeps(const Permutation& items, const Permutation& options, Steps& steps) const;

    const Problem& problem_;
    const std::span<const Cost> costs_;
    const std::vector<std::uint32_t> labels_;
    std::vector<Hash> of_items_;  // that distinguish items
    Ranked options_;
};

// The subgroup that preserves the rest of a problem after its givens.
//
// Found by a search along the chain of stabilizers, from its last level to its first (G. Butler, Fundamental Algorithms
// for Permutation Groups, 1991): at each level one element is looked for that takes the base point to each point to
// which those found before do not take it. A choice is left as soon as a point that is kept goes to one that is not.
class Preserving {
public:
    // `kept` (ascending) are the points that the options of `left` are, in their order. All
    // three outlive this. Throws std::invalid_argument if they do not fit together.
    Preserving(const PermutationGroup& group, std::span<const Index> kept, const Problem& left,
               std::span<const Cost> costs);

    void run(Steps& steps);

    // As permutations of the options of `left`; elements that agree there are one.
    const std::vector<Permutation>& generators() const { return found_; }

private:
    // A choice for a level: which points of its orbit are still to be tried, under the choices above it.
    struct Frame {
        std::size_t level;
        std::size_t next, end;  // slots of the orbit
    };

    void begin_level();
    void try_next(Steps& steps);
    bool keeps_up(std::size_t level, Steps& steps) const;
    Index image(Index point, std::size_t levels) const;
    void take(Steps& steps);

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

}  // namespace excover::symmetry
