// The covers of a symmetric problem from those with one option of each orbit.
//
// Every cover has exactly one of some options that a group permutes, those of an item that is covered once. Each of
// them is the image of a representative of its orbit under an element of the group that is chosen once and for all; so
// the images of the covers with a representative, under the elements chosen for its orbit, are all covers, each of them
// once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/covers.hpp"
#include "core/problem.hpp"

namespace excover {

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

}  // namespace excover
