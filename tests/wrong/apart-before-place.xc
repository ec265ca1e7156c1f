board tray 2x5, at most 6 holes
shapes rod
  |AA
require rod apart  # error E768: `rod` is placed on no board above, or on another one below
place free rod on tray each 2 times
