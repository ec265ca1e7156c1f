# Two rods and two rectangles form a three-sided pyramid of 20 balls.
#
# The pyramid stands on an edge, so that its layers are rectangles: 1 by 4, 2 by 3, 3 by 2 and 4 by 1 balls.
puzzle "A pyramid of four pieces"
board pyramid sphere
  |....| ...|  ..|   .
  |    | ...|  ..|   .
  |    |    |  ..|   .
  |    |    |    |   .
shapes rod sphere
  |IIII
shapes block sphere
  |BBB
  |BBB
place one-sided rod on pyramid each 2 times
place one-sided block on pyramid each 2 times
expect items = 22
expect options = 12
expect solutions = 3
expect solutions up to symmetry = 1
