board strip 1x2
shapes light = "A" with sides (1, 2, 1, 2)
shapes dark = "B" with sides (1, 1, 1, 2)
place fixed light on strip
place fixed dark on strip  # error E821: two sets of tiles with colors on their sides
