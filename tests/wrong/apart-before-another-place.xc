board left 2x5, at most 6 holes
board right 2x5, at most 6 holes
shapes rod
  |AA
place free rod on left each 2 times
require rod apart  # error E768: `rod` is placed on no board above, or on another one below
place free rod on right each 2 times
