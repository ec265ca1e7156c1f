# The seven free tetrahexes: I bar, J worm, O bee, P pistol, S wave, U arch, Y propeller.
shapes tetrahexes hex
  |I I I I     J J J     O O     P P P     S S       U   U     Y
  |                 J     O O     P           S S     U U       Y Y
  |                                                            Y
