# Tiles are shaded or not; numbers count the shaded cells of a line.
#
# Each region is shaded as a whole or not at all; numbers count the shaded cells of a row or column.
puzzle "Tilepaint"
board field, may stay empty
  labels down above
  | . . . . 2
  labels across left
  | 3
  | 4
  | 4
  | 4
  | .
  labels region
  | c c c g g
  | b b e e g
  | b d d h g
  | b a d d f
  | a a f f f
choose shaded(k in {region[p] for p in field})
require count(shaded(region[r, d]) for (r, d) in field where d = c) = down[c] for c in down
require count(shaded(region[s, c]) for (s, c) in field where s = r) = across[r] for r in across
draw outline at area for area in areas(region)
draw shaded(k) at {p for p in field where region[p] = k} as "x"
draw as "x" color "gray"
expect solutions = 1
