board box 2x2x2
shapes rod
  |AA
place one-sided rod on box each 4 times
require box without crossroads  # error E767: the board `box` can have no crossroads
