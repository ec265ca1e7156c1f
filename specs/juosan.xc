# A number counts the vertical or the horizontal bars of its region.
#
# Each cell has a vertical or a horizontal bar. A number counts one of both kinds in its region. Not more than two
# vertical bars are side by side, nor more than two horizontal ones one above the other.
puzzle "Juosan"
board field, may stay empty
  labels clue
  | . 2 3 . .
  | . . 3 . .
  | 2 . . . .
  | 3 3 . 4 .
  | . . . . .
  labels region
  | g f c c c
  | g f d e b
  | j j d d b
  | h i i a a
  | h h i a a
def cells(p) = {q for q in field where region[q] = region[p]}
choose bar(p in field) from {"h", "v"}
require count(bar(q) = "h" for q in cells(p)) in {clue[p], len(cells(p))-clue[p]} for p in clue
# No three vertical bars are beside each other.
require any(bar(p) = "h" for p in three) for three in windows(field, 1, 3)
# No three horizontal bars are below each other.
require any(bar(p) = "v" for p in three) for three in windows(field, 3, 1)
draw outline at area for area in areas(region)
draw text at p as clue[p] for p in clue
# Cells with a horizontal bar are yellow.
draw bar(p, k) at p as k color "khaki" if k = "h" else "white"
expect solutions = 1
