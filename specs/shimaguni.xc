# An island in each region, of other sizes in neighboring regions.
#
# The shaded cells of each region are one island; a number counts them. Islands of two regions do not touch, and
# those of neighboring regions have different sizes.
puzzle "Shimaguni"
board field, may stay empty
  labels clue
  | 4 . . 2 .
  | . . . . .
  | . . . . .
  | . . . . .
  | . . . . .
  labels region
  | e e e f f
  | e e e f f
  | b b b c c
  | b b a c c
  | a a a d c
let borders = {(p, q) for p in field, q in beside(p) where region[p] != region[q]}
choose shade(p in field) from 0..1
hidden choose size(k in {region[p] for p in field}) from 1..count(region[p] = k for p in field)
# An island has as many cells as its size says.
require sum(shade(p) for p in area) = size(region[q]) for area in areas(region), q in area
require size(region[p]) = clue[p] for p in clue
# Islands of neighboring regions have different sizes.
require size(a) != size(b) for (a, b) in {(region[p], region[q]) for (p, q) in borders} where a < b
# Islands of two regions share no side.
require not (shade(p) = 1 and shade(q) = 1) for (p, q) in borders where p < q
# The shaded cells of a region are connected.
require shade(p, v) where v = 1 connected per region[p]
draw outline at area for area in areas(region)
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
