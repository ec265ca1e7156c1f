# Equally many corners and dominoes tile a floor.
puzzle "Tiles of two kinds"
param copies = 4 in 1..20
shapes tile
  |A. BB
  |AA
board floor copies by 5
# Pieces of one kind are interchangeable, so exchanging two of them does not give another solution.
place free tile on floor each copies times
expect items = 22
# On a floor of 2 by 5, the corners can form a block of 2 by 3, in 2 ways; at the left end of the floor, in its
# middle or at the right end, it leaves 2, 1 or 2 ways for the dominoes: 10. In 6 ways, a domino separates them.
expect solutions = 16 when copies = 2
expect solutions = 80 when copies = 3
expect solutions = 1112
