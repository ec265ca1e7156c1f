# Stack four cubes so that each side of the tower shows each of the four colors.
#
# Only pairs of opposite faces of a cube matter. The colors in front, behind, left and right describe how a cube
# is turned. The one solution counts as eight, because the whole tower can be turned.
puzzle "Instant Insanity"
let colors = {"R", "G", "B", "W"}
let opposite = (("RR", "RB", "GW"), ("RG", "RW", "BW"), ("RB", "GW", "BW"), ("RG", "BB", "GW"))
def are(pair, a, b) = (pair[1], pair[2]) = (a, b) or (pair[2], pair[1]) = (a, b)
item cube[1..4], front[colors], back[colors], left[colors], right[colors]
option turn(k in 1..4, f, b, l, r in colors)
  where any(are(opposite[k][i], f, b) and are(opposite[k][j], l, r) for i, j in 1..3 where i != j)
  covers cube[k], front[f], back[b], left[l], right[r]
draw turn(k, f, b, l, r) at (k, 1) as f
draw turn(k, f, b, l, r) at (k, 2) as r
draw turn(k, f, b, l, r) at (k, 3) as b
draw turn(k, f, b, l, r) at (k, 4) as l
table hue
  | mark color
  | R    crimson
  | G    forestgreen
  | B    royalblue
  | W    white
draw as h.mark color h.color for h in hue
symmetry turn(k, f, b, l, r) -> turn(k, l, r, b, f)
symmetry turn(k, f, b, l, r) -> turn(k, f, b, r, l)
expect items = 20
expect options = 80
expect solutions = 8
expect solutions up to symmetry = 1
