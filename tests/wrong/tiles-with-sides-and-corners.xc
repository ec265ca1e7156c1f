board tray 1x2
shapes tile = "A" with sides (1, 2, 1, 2), "B" with corners (1, 2, 1, 2)  # error E795: this tile has colors on its corners, another on its sides
place one-sided tile on tray
