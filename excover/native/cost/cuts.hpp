// What is added to a cost model so that its bound gets better, though no solution needs it: cuts.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/problem.hpp"
#include "cost/cost_model.hpp"

namespace excover::cost {

// What the colors of a problem imply for its items, as bounds on sums, which a bound on the cost can take into account.
//
// Where all options of an item that is covered exactly once color the same item, they decide its color: exactly one of
// them is chosen. So the options of another item that is covered once at most, as far as they give that color, are
// chosen no more often than those that decide for it (in a crossword: as many words down as across have an A in this
// cell). Colors exclude only pairs of options; these rows add up what is fractional, as the copies of a variable do in
// Lagrangian decomposition (M. Guignard and S. Kim, Mathematical Programming 39 (1987) 215-228).

// Bounds that every solution keeps to; none where they would have several times the entries of the problem.
std::vector<LinearConstraint> color_rows(const Problem& problem);

// Items that follow from those of a model, and make its bound better.
//
// Of the options that cover at least two of three items, each of which is covered once at most, any two exclude each
// other; so at most one of them is chosen (J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965: the
// smallest of his odd sets). A linear program does not know that: it takes three halves. Added to the model as an item
// that is covered once at most, such a set of options costs nothing in the search, and gets a price like any other.
using Triple = std::array<Index, 3>;  // items of a model, ascending

// Triples whose options the shares of a fractional solution choose too often together, those first that do so most.
std::vector<Triple> violated_triples(const CostModel& model, std::span<const double> shares, std::size_t most);

}  // namespace excover::cost
