shapes piece = all free 0 of square  # error E270: a shape has at least one cell, and this is 0
