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
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
def size(p) = count(region[q] = region[p] for q in field)
# Each region has one number.
item number_of[{region[p] for p in field}]
# Equal numbers are not in one row or column.
item in_row[{(p[1], size(p)) for p in field}] at most once,
  in_column[{(p[2], size(p)) for p in field}] at most once
# Numbers are not beside each other.
item level[1..h, 0..w] at most once, upright[0..h, 1..w] at most once
option here((r, c) in field)
  covers number_of[region[r, c]], in_row[(r, size((r, c)))], in_column[(c, size((r, c)))], level[r, c-1],
    level[r, c], upright[r-1, c], upright[r, c]
require here(p[1], p[2]) = (clue[p] != "x") and clue[p] in {"x", size(p)} for p in clue
draw outline at area for area in areas(region)
draw here(r, c) at (r, c) as size((r, c))
draw text at p as "x" for p in clue where clue[p] = "x"
expect solutions = 1
