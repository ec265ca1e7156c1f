# A loop through the moons of one region and the suns of the next.
#
# One loop that visits each region once. In each region it visits all moons (x) and no sun (o), or all suns and no
# moon; after a region of moons comes one of suns.
puzzle "Moon or Sun"
board field, may stay empty
  labels sign
  | o . . x . .
  | . o . . o .
  | o x . . . o
  | . . o . x .
  | . . x . x .
  | x . . x . x
  labels region
  | d d d a a a
  | d d d a a b
  | d c d a a b
  | c c d a b b
  | c c c c c c
  | c c c c c c
let steps = {(p, q) for p in field, q in beside(p) where p < q}
lines line on field
hidden choose visited(p in field)
# The loop goes on from each cell that it visits.
require line(p) = 2*visited(p) for p in field
# The line is one loop.
require line as one loop
hidden choose moons(k in {region[p] for p in field})
# The loop visits a sign of each region.
require any(visited(p) for p in sign where region[p] = k) for k in {region[p] for p in sign}
# The loop visits each region once.
require count(line(p, q) for (p, q) in steps where region[p] != region[q] and k in {region[p], region[q]}) = 2
  for k in {region[p] for p in field}
require visited(p) = (moons(region[p]) = (sign[p] = "x")) for p in sign
# After a region of moons comes one of suns.
require line(p, q) implies moons(region[p]) != moons(region[q])
  for (p, q) in steps where region[p] != region[q]
draw outline at area for area in areas(region)
draw circle at p color "gold" if sign[p] = "o" else "midnightblue" for p in sign
expect solutions = 1
