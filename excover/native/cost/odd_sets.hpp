// Items that follow from those of a model, and make its bound better.
//
// Of the options that cover at least two of three items, each of which is covered once at most, any two exclude each
// other; so at most one of them is chosen (J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965: the
// smallest of his odd sets). A linear program does not know that: it takes three halves. Added to the model as an item
// that is covered once at most, such a set of options costs nothing in the search, and gets a price like any other.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "cost/cost_model.hpp"

namespace excover {

using Triple = std::array<Index, 3>;  // items of a model, ascending

// Triples whose options the shares of a fractional solution choose too often together, those first that do so most.
std::vector<Triple> violated_triples(const CostModel& model, std::span<const double> shares, std::size_t most);

}  // namespace excover
