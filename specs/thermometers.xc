# Thermometers are filled from the bulb up to some cell.
#
# Filled from the bulb up to some cell; numbers count the filled cells of a line.
puzzle "Thermometers"
board field, may stay empty
  labels tube
  |  2 11  4 15 13
  |  1 18  4  5  5
  |  1 12  3  7 16
  | 10 12  3  9 14
  | 17 12  3  6  8
  labels step
  | 1 1 1 1 1
  | 2 1 2 2 1
  | 1 3 3 1 1
  | 1 2 2 1 1
  | 1 1 1 1 1
  labels across left
  | .
  | 4
  | 4
  | .
  | .
  labels down above
  | 4 5 4 5 5
choose filled(p in field)
# A thermometer is filled from its bulb.
require filled(q) implies filled(p) for p, q in field where tube[p] = tube[q] and step[q] = step[p]+1
require count(filled(p) for p in field where p[1] = r) = across[r] for r in across
require count(filled(p) for p in field where p[2] = c) = down[c] for c in down
draw line at (p, q) for p, q in field where tube[p] = tube[q] and step[q] = step[p]+1
draw circle at p for p in field where step[p] = 1
draw as "f" color "salmon"
expect solutions = 1
