# One stitch between each two regions; numbers count their ends in a line.
#
# One stitch of two cells connects each two neighboring regions; stitches share no cell. Numbers count the ends of
# stitches in a row or column.
puzzle "Stitches"
board field
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
# One stitch connects two neighboring regions.
item seam[{pair(p, q) for (p, q) in borders}]
item unused_in_row[r in across] count(p[1] = r for p in field)-across[r] times
item unused_in_column[c in down] count(p[2] = c for p in field)-down[c] times
option stitch((p, q) in borders) covers field[p], field[q], seam[pair(p, q)]
hidden option unused((r, c) in field)
  covers field[r, c], unused_in_row[r] if r in across, unused_in_column[c] if c in down
draw outline at area for area in areas(region)
draw stitch(p, q) joining {p, q}
expect solutions = 1
