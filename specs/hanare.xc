# One number in each region; the gap between two is their difference.
#
# One cell of each region has the number of cells of the region. As many cells as the difference of two numbers
# lie between them, if they are in one row or column without another number between them.
puzzle "Hanare"
board field, may stay empty
  labels clue
  | . . . . .
  | . . . . .
  | . . 4 . .
  | . . . 4 .
  | . . . . .
  labels region
  | d d b b a
  | h d d b a
  | g f c c c
  | g f f e c
  | g f e e e
def size(p) = count(region[q] = region[p] for q in field)
choose here(p in field)
require here(p) and clue[p] = size(p) for p in clue
# Each region has one number.
require count(here(p) for p in area) = 1 for area in areas(region)
# The gap between two numbers is their difference.
require any(here(m) for m in {(r, c) for r in p[1]..q[1], c in p[2]..q[2]} where m != p and m != q)
  for p in field, step in {(0, 1), (1, 0)}, q in ray(p, step, field)
      where here(p) and here(q) and abs(size(p)-size(q)) != q[1]-p[1]+q[2]-p[2]-1
draw outline at area for area in areas(region)
draw here(p) at p as size(p)
expect solutions = 1
