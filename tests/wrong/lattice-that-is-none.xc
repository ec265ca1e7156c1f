import kanoodle
board pyramid ball  # error E218: `ball` is not a lattice
  |.   |..
  |    |..
board tower ball 2x2  # error E218: `ball` is not a lattice
shapes marble ball  # error E218: `ball` is not a lattice
  |A
shapes bead sphare  # error E218: `sphare` is not a lattice
  |A
