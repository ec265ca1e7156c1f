// A group of permutations, known by generators and a chain of stabilizers (C. Sims, 1970).
//
// Level k of the chain is the subgroup that fixes every point below the level's base point, and keeps the orbit of
// that point as a tree whose edges are strong generators. So the group takes memory for its generators and orbits,
// not for its elements. Base points ascend, and every point that is no base point is fixed by the subgroup of the
// level above it: this is what makes the first of all images of a set easy to find (canonical.hpp).
//
// An element is t1 t2 .. tk, applied from the right, where tk is the product of the edges from the base point of level
// k to a point of its orbit. The inverse of t takes a point of the orbit up to the root, edge by edge.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"

namespace excover::symmetry {

using Permutation = std::vector<Index>;

bool is_permutation(std::span<const Index> images);

class PermutationGroup {
public:
    explicit PermutationGroup(Index degree) : degree_(degree), level_of_(degree, kNone) {}

    // Throws std::invalid_argument if it is not a permutation of the points. The chain must then be completed again.
    void add(Permutation generator);

    // Completes the chain by the algorithm of Schreier and Sims, until seconds are used up. Deterministic.
    Stop run(double seconds);

    Index degree() const { return degree_; }
    bool is_complete() const { return at_ == 0; }
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

    void add_strong(Permutation generator, bool is_shortcut = false);
    void insert_level(Index base);
    static void plant(Level& level);
    void grow(Level& level);
    void spread(Level& level);
    void check_next(std::size_t level);
    bool probe();
    Permutation schreier_generator(const Level& level, Index point, const Permutation& generator) const;
    bool sift(Permutation& element) const;
    Index up(const Level& level, Index to, Index point) const;
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

}  // namespace excover::symmetry
