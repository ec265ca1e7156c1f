board ring 2x4, torus
shapes rod
  |AA
place free rod on ring each 4 times
require ring without crossroads, faults  # error E767: the board `ring` can have no faults
