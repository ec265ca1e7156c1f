# Divide a grid into areas of as many cells, none of which has a letter twice.
#
# Each area is connected and has as many cells as a side of the grid (or as a parameter says), and no letter twice.
puzzle "Burokku"
param size = 5 in 1..20
board field, may stay empty
  labels letter
  | C D A C E
  | E B D D B
  | A B D A E
  | C C E B C
  | E A B D A
def near(p, q) = abs(p[1]-q[1]) + abs(p[2]-q[2]) < size
# An area has the name of its first cell.
choose block(q in field) from {p for p in field where p <= q and near(p, q)}
# An area has as many cells as the parameter says, its first one too.
require count(block(q) = p for q in field where p <= q and near(p, q)) = size*(block(p) = p) for p in field
# Each area is connected.
require block(q, p) connected per p
# An area has every letter at most once.
require count(block(q) = p for q in letter where letter[q] = k and p <= q and near(p, q)) <= 1
  for p in field, k in {letter[q] for q in letter}
draw block(q, p) at q as p
expect solutions = 1
