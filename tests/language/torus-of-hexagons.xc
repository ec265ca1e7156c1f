board ring hex 3x4, torus  # error E232: only a rectangle of squares can be a torus
shapes piece hex
  |A A
place free piece on ring each 6 times
