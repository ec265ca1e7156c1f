# The seven pieces of the tangram form a square in one way.
#
# The square stands on a corner. A small triangle is half of a square of the lattice, two of its tans.
puzzle "Tangram"
board square tan
  |
  |     ..
  |    .  .
  |    .  .
  |  .. .. ..
  | .  .  .  .
  | .  .  .  .
  |  .. .. ..
  |    .  .
  |    .  .
  |     ..
  |
shapes double tan
  |.A
  |A.....B
  |.......B
  |.......B
  |......B.BB
  |.......B..B
shapes single tan
  |..........D........E
  |..CC.....D.D.....EE
  |.C..C.....D.....E
place free double on square each 2 times
place free single on square
expect items = 37
expect solutions = 8
expect solutions up to symmetry = 1
