board left 1x2
board right 1x2
shapes piece
  |AA
place free piece on left each 2 times
place free piece on right  # error E239: the pieces of `piece` have different numbers of uses
