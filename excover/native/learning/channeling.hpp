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

#include <memory>
#include <vector>

#include "core/problem.hpp"
#include "learning/assignment.hpp"
#include "rules/global_constraints.hpp"

namespace excover::learning {

// The options and items of a problem, and further ones behind them. Each solution has exactly one with the same options
// of the problem.
Problem with_channeling(const Problem& problem);

// Marks of places as decisions of their own.
//
// Where several options mark a place, of which at most one is chosen, a further one states that the place is marked,
// and it alone marks it; another one states that it is not. What follows from what must be connected, and the clauses
// that are learnt from it, then speak of places instead of all options that could mark them, and a place can be marked
// before it is known by which option. NumberLink: a cell has a number, whatever way the line takes through it.
struct MarkedProblem {
    Problem problem;
    std::shared_ptr<const rules::GlobalConstraints> global_constraints;
};

// Counts as decisions of their own.
//
// Of an item that is covered several times, further options state that at least so many of its first options are
// chosen. Clauses tie them to each other and to the options: so that what is learnt can speak of a count instead of
// each way to it. (C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005; that this is
// what a proof needs: I. Abio, R. Nieuwenhuis, A. Oliveras, E. Rodriguez-Carbonell and P. Stuckey, "To encode or to
// propagate?", CP 2013.)
struct CountedProblem {
    Problem problem;
    std::shared_ptr<const rules::GlobalConstraints> global_constraints;
    Index options;  // those of the problem that was given
    std::vector<std::uint8_t> is_counted;  // of an item: clauses say how often it is covered
    std::vector<std::vector<Literal>> clauses;
};

// Each solution has exactly one with the same options of the problem. The constraints may be null.
MarkedProblem with_marks(Problem problem, std::shared_ptr<const rules::GlobalConstraints> global_constraints);

// The same. The clauses take at most about so many bytes: other items are not counted.
CountedProblem with_counts(MarkedProblem marked, std::uint64_t bytes);

}  // namespace excover::learning
