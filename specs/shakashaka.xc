# Triangles in half of a cell, so that white areas are rectangles.
#
# White cells may have a black triangle in one of their corners, which fills half of the cell. All white areas are
# then rectangles, upright or turned by 45 degrees. A number in a black cell counts the triangles beside it; x is
# a black cell without a number.
puzzle "Shakashaka"
board field, may stay empty
  labels black
  | . . . . . .
  | x . . . . .
  | x . x x . .
  | 1 . . . . x
  | . . . . . .
  | . . x . . x
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
let white = {p for p in field where p not in black}
choose half(p in {(r, c) for r in 0..h+1, c in 0..w+1})
  from {"no", "nw", "ne", "se", "sw"} if p in white else {"black"}
require count(half(q) != "no" for q in beside(p) where q in white) = black[p]
  for p in black where black[p] != "x"
# The four cells around a point, clockwise, and the corners in the same order.
let points = {(r, c) for r in 0..h, c in 0..w}
def cell(z, k) = (z[1]+(k+3) mod 4 div 2, z[2]+k mod 4 div 2)
def corner(k) = ("nw", "ne", "se", "sw")[(k+3) mod 4+1]
# What is white at a point has one right angle, two or four.
require half(cell(z, k)) = corner(k-s) implies half(cell(z, k+s)) = corner(k+2*s)
    or half(cell(z, k+s)) in {"no", corner(k+s)} and half(cell(z, k+2*s)) = corner(k+3*s)
  for z in points, k in 4..7, s in {1, -1}
# White areas are rectangles.
require all(half(cell(z, k+i)) in {"no", corner(k+i)} for i in 0..2)
    implies half(cell(z, k+3)) in {"no", corner(k+3)}
  for z in points, k in 4..7
table mark
  | half sign
  | nw   ◤
  | ne   ◥
  | se   ◢
  | sw   ◣
draw shade at p for p in black
draw half(p, v) at {p} if v in mark.half else {} as mark[v].sign if v in mark.half else "no"
expect solutions = 1
