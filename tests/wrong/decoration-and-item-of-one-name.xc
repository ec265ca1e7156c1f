board grid 1x1
item dot colored
option x(c in grid) covers grid[c], dot = 1
draw dot at (1, 1)  # error E805: `draw dot at` draws a decoration, but `dot` is also a colored item
