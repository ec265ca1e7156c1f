# Six pieces of four hypercubes fill a box of four dimensions, 2 by 2 by 2 by 3.
#
# These are all connected pieces of four cells except the straight one. The two screws of Soma are one piece here: a
# rotation in four dimensions takes each to its mirror image. The screw W is drawn in two blocks, the corner C in two
# layers. Soma in four dimensions is an idea of Ken Perlin ("2x2x2x2", blog.kenperlin.com, August 2016).
puzzle "A Soma of hypercubes"
board box hypercube 2x2x2x3
shapes piece hypercube
  |LLL OO .SS TTT
  |L.. OO SS. .T.
  |
  |CC|C.
  |C.|..
  |
  |WW||..
  |.W||.W
place one-sided piece on box
expect items = 30
expect solutions = 2016
expect solutions up to symmetry = 21
