# Divide a grid into areas that have every letter once.
#
# Each area is connected and has every letter that is in the grid once.
puzzle "Burokku"
board field, may stay empty
  labels letter
  | C D A C E
  | E B D D B
  | A B D A E
  | C C E B C
  | E A B D A
let letters = {letter[p] for p in field}
let first = letter[1, 1]
def near(p, q) = abs(p[1]-q[1]) + abs(p[2]-q[2]) < len(letters)
choose block(q in field)
  from {p for p in field where letter[p] = first and near(p, q) and (p = q or letter[q] != first)}
require count(block(q) = p for q in field where letter[q] = k and near(p, q)) = 1
  for p in field, k in letters where letter[p] = first
require block(q, p) connected per p
draw block(q, p) at q as p
expect solutions = 1
