// A group of permutations, known by generators and a chain of stabilizers (C. Sims, 1970).
//
// Level k of the chain is the subgroup that fixes every point below the level's base point, and keeps the orbit of
// that point as a tree whose edges are strong generators. So the group takes memory for its generators and orbits,
// not for its elements. Base points ascend, and every point that is no base point is fixed by the subgroup of the
// level above it: this is what makes the first of all images of a set easy to find (CanonicalTest).
//
// An element is t1 t2 .. tk, applied from the right, where tk is the product of the edges from the base point of level
// k to a point of its orbit. The inverse of t takes a point of the orbit up to the root, edge by edge.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"

namespace excover::symmetry {

using Permutation = std::vector<Index>;

// The steps of work that may take long: after every so many of them, wherever it is, `look` is called, and what that
// throws ends the work for good.
class Steps {
public:
    explicit Steps(std::function<void()> look = [] {}) : look_(std::move(look)) {}

    void add(std::uint64_t steps) {
        taken_ += steps;
        if (taken_ >= next_) look();
    }
    std::uint64_t taken() const { return taken_; }

private:
    void look();

    std::function<void()> look_;
    std::uint64_t taken_ = 0, next_ = 0;
};

bool is_permutation(std::span<const Index> images);

class PermutationGroup {
public:
    explicit PermutationGroup(Index degree) : degree_(degree), level_of_(degree, kNone) {}

    // Completes the chain by the algorithm of Schreier and Sims. Deterministic. Throws std::invalid_argument if it is
    // not a permutation of the points; after what `steps` throw, the group is none any more.
    void add(Permutation generator, Steps& steps);

    Index degree() const { return degree_; }
    // As they were added, but for those that were products of the ones before; so there are at most log2(order).
    const std::vector<Permutation>& generators() const { return generators_; }

    std::size_t levels() const { return levels_.size(); }
    Index base(std::size_t level) const { return levels_[level].base; }
    std::span<const Index> orbit(std::size_t level) const { return levels_[level].orbit; }
    bool is_in_orbit(std::size_t level, Index point) const { return levels_[level].slots[point] != kNone; }

    // The product of all orbit lengths is the order; saturated at 2^64 - 1.
    std::uint64_t order() const;
    std::uint64_t numbers() const;  // that are kept: 32 bits each

    // The image of a point under the inverse of the element of a level's transversal that leads to `to`.
    Index back(std::size_t level, Index to, Index point) const;
    Index forth(std::size_t level, Index to, Index point) const;  // under the element itself

    // Elements are numbered, the identity is 0; `number` is below the order, which is below 2^64 - 1.
    Index image(std::uint64_t number, Index point) const;
    bool contains(std::span<const Index> element) const;

    struct Class {
        std::uint64_t representative, size;
    };
    // The conjugacy classes of a complete group, by the numbers of their first elements. Takes memory for a number
    // an element.
    std::vector<Class> classes() const;

private:
    struct Level {
        Index base = 0;
        std::vector<Index> orbit;
        std::vector<Index> slots;  // of a point: where it is in the orbit, or kNone
        std::vector<Index> edges;  // of a slot: the strong generator that leads to it
        std::vector<Index> parents;  // of a slot: the point from which it does
        std::vector<std::size_t> depths;  // of a slot: edges from the root
        std::vector<std::size_t> checked;  // of a strong generator: how many points of the orbit are done with it
    };

    void add_strong(Permutation generator, Steps& steps, bool is_shortcut = false);
    void insert_level(Index base);
    static void plant(Level& level);
    void grow(Level& level, Steps& steps);
    void spread(Level& level, Steps& steps);
    void check_next(std::size_t level, Steps& steps);
    bool probe(Steps& steps);
    Permutation schreier_generator(const Level& level, Index point, const Permutation& generator, Steps& steps) const;
    bool sift(Permutation& element, Steps& steps) const;
    Index up(const Level& level, Index to, Index point) const;
    static std::uint64_t depth(const Level& level, Index point) { return level.depths[level.slots[point]]; }
    std::uint64_t number_of(std::vector<Index> images) const;

    Index degree_;
    std::vector<Permutation> generators_;
    std::vector<Permutation> strong_, inverse_;
    std::vector<Index> least_;  // of a strong generator: the first point that it moves
    std::vector<bool> is_shortcut_;  // of a strong generator: it is in the trees only
    std::vector<Level> levels_;  // base points ascending
    std::vector<Index> level_of_;  // of a base point
    std::size_t at_ = 0;  // levels from here on are complete

    std::vector<Permutation> pool_;  // that random elements are made of
    std::uint64_t draws_ = 0;
    std::uint64_t quiet_ = 0;  // random elements in a row that brought nothing new
};

// Decides whether a set of points is the first of all its images under a group, in the order of point numbers.
//
// The images are walked along the chain of stabilizers: once the element's parts of some levels are chosen, it is
// settled which points below the next base point belong to the image. If these come before the set's own, the answer
// is no; where they come after, or no choice can keep up, nothing below is looked at. (After S. Linton, Finding the
// smallest image of a set, ISSAC 2004, with one chain for all sets.) Time is at most that of listing the group.

class CanonicalTest {
public:
    // `group` outlives this.
    explicit CanonicalTest(const PermutationGroup& group) : group_(group) {}

    bool is_first(std::span<const Index> ascending, Steps& steps);

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

// Permutations of options that take covers to covers: checked, or made from what a motion does to some of the items.

using Cost = std::int64_t;

// Whether a permutation of options belongs to one of the items that keeps bounds, costs (if there are any), and which
// options agree on the color of an item.
bool is_automorphism(const Problem& problem, std::span<const Cost> costs, std::span<const Index> images, Steps& steps);

// Completes permutations of some of the items. Every other item goes to one that refinement does not distinguish: they
// are covered by options with the same images; the k-th of those that stay indistinguishable goes to the k-th. So a
// completed product is the product of the completed, and what is completed at all makes a group.
class Completion {
public:
    // `labels` (an option each) have to be kept. `problem` and `costs` (none, or an option each) outlive this.
    Completion(const Problem& problem, std::span<const Cost> costs, std::span<const std::uint32_t> labels,
               Steps& steps);

    // `items`: the images of items, kNone for those to be found. The result is an automorphism.
    std::optional<Permutation> complete(std::span<const Index> items, Steps& steps) const;

    // Generators of the automorphisms that keep labels, found without a hint (B. D. McKay, Practical graph isomorphism,
    // 1981): items are distinguished one after the other, until refinement knows all; then, from the last to the first,
    // an automorphism is sought that takes the item to each of those it was distinguished from, and keeps the items
    // before it.
    std::vector<Permutation> generators(Steps& steps) const;

private:
    using Hash = std::uint64_t;
    using Ranked = std::vector<std::pair<Hash, Index>>;  // ascending
    struct Automorphism {
        Permutation items, options;
    };
    // Of each item that is distinguished, in this order: itself, and those it is distinguished from.
    using Cells = std::vector<std::vector<Index>>;

    Ranked sources(std::span<const Index> known, Steps& steps) const;
    Ranked targets(std::span<const Index> known, Steps& steps) const;
    Ranked refined(std::vector<Hash> items, Steps& steps) const;
    std::vector<Hash> kinds() const;
    std::vector<Hash> option_hashes(std::span<const Hash> items, Steps& steps) const;
    std::optional<Automorphism> matched(const Ranked& from, const Ranked& to, Steps& steps) const;
    std::vector<Index> first_twins(Steps& steps) const;
    Cells told_apart(std::span<const Index> twins, Steps& steps) const;
    std::optional<Automorphism> extended(Permutation& known, const Cells& cells, std::size_t level, Steps& steps) const;
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
