board tray 2x4
shapes domino
  |AA BB
place free domino on tray each (3 if piece = "A" else 1) times  # error E101: `piece` is not declared
