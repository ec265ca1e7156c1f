enum Color = red, green
shapes piece = all free red of square  # error E270: a shape has at least one cell, and this is red
