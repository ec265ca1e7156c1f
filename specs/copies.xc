# Corners and dominoes tile a floor, as many of the one as of the other.
#
# `each copies times`: pieces of one kind are not told apart, so to exchange two of them is no other
# solution.
puzzle "Tiles of two kinds"
param copies = 4 in 1..20
shapes tile
  |A. BB
  |AA
board floor copies by 5
place free tile on floor each copies times
expect items = 22
# On a floor of 2 by 5 the corners form a block of 2 by 3, in 2 ways, and at the left end of the floor, in its
# middle or at the right end leave 2, 1 or 2 ways for the dominoes: 10. A domino parts the corners in 6 ways.
expect solutions = 16 when copies = 2
expect solutions = 80 when copies = 3
expect solutions = 1112
