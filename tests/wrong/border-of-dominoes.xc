board tray 1x2
shapes domino
  |AA
place free domino on tray border 1  # error E797: the pieces of `domino` have no colors
