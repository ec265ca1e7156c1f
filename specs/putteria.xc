# One cell of each region has the number of its cells; numbers do not touch.
#
# One cell of each region has the number of cells of the region, and a cell with a cross (x) has none. Numbers do
# not touch, and equal ones are not in one row or column.
puzzle "Putteria"
board field, may stay empty
  labels clue
  | . . 4 . . .
  | . . . . . .
  | . x . . x .
  | . . . . x .
  | . . . 5 . x
  | x . x . . .
  labels region
  | a a d d d e
  | b a c c d e
  | b b b c c c
  | b b g g g g
  | i h g f f g
  | i h h f f f
def size(p) = count(region[q] = region[p] for q in field)
choose here(p in field)
# Each region has one number.
require count(here(p) for p in area) = 1 for area in areas(region)
require here(p) = (clue[p] != "x") and clue[p] in {"x", size(p)} for p in clue
# Numbers are not beside each other.
require not (here(p) and here(q)) for p in field, q in beside(p) where p < q
# Equal numbers are not in one row or column.
require not (here(p) and here(q))
  for p, q in field where p < q and size(p) = size(q) and (p[1] = q[1] or p[2] = q[2])
draw outline at area for area in areas(region)
draw here(p) at p as size(p)
draw text at p as "x" for p in clue where clue[p] = "x"
expect solutions = 1
