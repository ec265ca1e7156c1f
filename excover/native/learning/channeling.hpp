// Colors as decisions of their own, tied to the options by channeling constraints.
//
// Where every option of an item that is covered exactly once colors another item, that one has exactly one color, and
// a further option states of each color that it is not that one. So for each such owner and color, exactly one of its
// options with the color and of the further option is chosen: a color that no option of an owner can give any more is
// refused everywhere. Without it, that is seen only when an option that needs the color is chosen. Along a line of
// states, as of a finite automaton, propagation is then complete (G. Pesant, "A regular language membership constraint
// for finite sequences of variables", CP 2004, by decomposition: C.-G. Quimper and T. Walsh, CP 2006), and clauses
// speak of a state instead of all options that lead to it. (B. M. W. Cheng, K. M. F. Choi, J. H. M. Lee and J. C. K.
// Wu, "Increasing constraint propagation by redundant modeling", Constraints 4, 1999.) A nonogram of 30x40 cells needs
// no decision, one that was not solved by a million nodes.
#pragma once

#include "core/problem.hpp"

namespace excover::learning {

// The options and items of a problem, and further ones behind them. Each solution has exactly one with the same options
// of the problem.
Problem with_channeling(const Problem& problem);

}  // namespace excover::learning
