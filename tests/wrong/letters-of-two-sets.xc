board tray 2x2
board spare 2x2
shapes first
  |A CC
  |  C
shapes second
  |BB C
shapes straight = all free 2 of square
place free first on tray each at most 4 times
place free second on tray each at most 4 times  # warning W209: `first` and `second` both have a piece `C`
place free straight on tray each at most 2 times  # warning W209: `first` and `straight` both have a piece `A`
place free straight on spare each at most 2 times
