board tray 1x1
shapes tile = "A" with sides (1, 2, 1)  # error E789: tile `A` has 4 sides, but 3 colors
place one-sided tile on tray
