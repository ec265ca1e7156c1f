// Permutations of options that take covers to covers: checked, or made from what a motion does to some of the items.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/problem.hpp"
#include "symmetry/permutations.hpp"

namespace excover {

using Cost = std::int64_t;

// Whether a permutation of options belongs to one of the items that keeps bounds, costs (if there are any), and which
// options agree on the color of an item.
bool is_automorphism(const Problem& problem, std::span<const Cost> costs, std::span<const Index> images);

// Completes permutations of some of the items. Every other item goes to one that is covered, in a few rounds of
// refinement, by options with the same images; the k-th of those that stay indistinguishable goes to the k-th. So a
// completed product is the product of the completed, and what is completed at all makes a group.
class Completion {
public:
    // `labels` (an option each) have to be kept. `problem` and `costs` (none, or an option each) outlive this.
    Completion(const Problem& problem, std::span<const Cost> costs, std::span<const std::uint32_t> labels);

    // `items`: the images of items, kNone for those to be found. The result is an automorphism.
    std::optional<Permutation> complete(std::span<const Index> items) const;

private:
    using Hash = std::uint64_t;
    using Ranked = std::vector<std::pair<Hash, Index>>;  // ascending

    std::vector<Hash> refined(std::vector<Hash> items, std::span<const Index> known) const;
    std::vector<Hash> option_hashes(std::span<const Hash> items) const;
    std::optional<Permutation> item_images(std::span<const Index> known) const;
    bool keeps(const Permutation& items, const Permutation& options) const;

    const Problem& problem_;
    const std::span<const Cost> costs_;
    const std::vector<std::uint32_t> labels_;
    std::vector<Hash> of_items_;  // that distinguish items
    Ranked options_;
};

}  // namespace excover
