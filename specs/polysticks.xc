# All sticks of up to three edges, and a square, on the edges of 3 by 3 squares.
#
# Sticks meet at their ends and where they bend; none may cross another.
puzzle "Polysticks"
board grid square_edges 3x3
shapes stick square_edges
  |+A+ +B+B+ +C+ +I+I+I+ +L+L+ +O+ +T+T+ +U+ +Z+
  |            C             L O O   T   U U   Z
  |            +             + +O+   +   + +   +Z+
place free stick on grid
expect items = 33
expect options = 225
expect solutions = 1552
expect solutions up to symmetry = 194
