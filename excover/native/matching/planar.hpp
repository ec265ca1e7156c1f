// Whether a graph can be drawn in the plane without crossings, and the faces of such a drawing.
//
// U. Brandes, "The left-right planarity test" (2009), after H. de Fraysseix, P. Ossona de Mendez and P. Rosenstiehl: a
// graph is planar if and only if the back edges of a depth-first search can be put to the left and to the right of the
// tree such that those that cross on one side are on different sides. Linear but for the sorting.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/problem.hpp"
#include "matching/matching.hpp"

namespace excover::matching {

// Of a drawing. Both ways along edge e are numbered: 2e from the lower end to the higher one, 2e + 1 back. Each has the
// face on its one side, always the same one.
struct Drawing {
    std::vector<Index> face;  // of each way along an edge
    std::vector<Index> part;  // of each face: its connected part of the graph, each with an outer face of its own
    std::vector<bool> is_tree;  // of each edge: these are a spanning tree of every part

    Index faces() const { return static_cast<Index>(part.size()); }
};

// Nothing if the graph is not planar. Each part of a drawing fulfills L. Euler's formula, which is checked.
std::optional<Drawing> drawing_of(const Graph& graph);

}  // namespace excover::matching
