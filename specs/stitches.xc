# One stitch between each two regions; numbers count their ends in a line.
#
# One stitch of two cells connects each two neighboring regions; stitches share no cell. Numbers count the ends of
# stitches in a row or column.
puzzle "Stitches"
board field, may stay empty
  labels down above
  | . 0 . 4 .
  labels across left
  | .
  | 3
  | .
  | .
  | .
  labels region
  | d d d a a
  | c c d a a
  | c c d a a
  | c b b e e
  | b b b e e
let borders = {(p, q) for p in field, q in beside(p) where p < q and region[p] != region[q]}
def pair(p, q) = {region[p], region[q]}
choose stitch((p, q) in borders)
hidden choose used(p in field)
# Stitches share no cell.
require count(stitch(a, b) for (a, b) in borders where p in {a, b}) = used(p)*1 for p in field
# One stitch connects two neighboring regions.
require count(stitch(p, q) for (p, q) in borders where pair(p, q) = k) = 1
  for k in {pair(p, q) for (p, q) in borders}
require count(used((r, d)) for (r, d) in field where d = c) = down[c] for c in down
require count(used((s, c)) for (s, c) in field where s = r) = across[r] for r in across
draw outline at area for area in areas(region)
draw stitch(p, q) joining {p, q}
expect solutions = 1
