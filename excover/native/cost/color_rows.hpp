// What the colors of a problem say about its items, as bounds on sums, which a bound on the cost can take into account.
//
// Where all options of an item that is covered exactly once color the same item, they decide its color: exactly one of
// them is chosen. So the options of another item that is covered once at most, as far as they give that color, are
// chosen no more often than those that decide for it (in a crossword: as many words down as across have an A in this
// cell). Colors exclude only pairs of options; these rows add up what is fractional, as the copies of a variable do in
// Lagrangian decomposition (M. Guignard and S. Kim, Mathematical Programming 39 (1987) 215-228).
#pragma once

#include <vector>

#include "core/problem.hpp"
#include "core/sum_row.hpp"

namespace excover {

// Bounds that every solution keeps to; none where they would have several times the entries of the problem.
std::vector<SumRow> color_rows(const Problem& problem);

}  // namespace excover
