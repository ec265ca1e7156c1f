# The twelve pieces of Kanoodle as a pyramid of 55 balls.
#
# A ball lies on four of the layer below. The pieces are flat, but can lie in any of the planes of a packing of
# balls: level, upright along the diagonals, and slanting like the sides of the pyramid.
puzzle "Kanoodle's pyramid"
board pyramid sphere
  |.|..|...|....|.....
  | |..|...|....|.....
  | |  |...|....|.....
  | |  |   |....|.....
  | |  |   |    |.....
shapes piece sphere
  |.A .B ...C .D .E F. ..G .HH I.I J KK .L.
  |.A BB CCCC DD .E FF ..G HH. III J KK LLL
  |AA BB .... .D EE .. GGG H.. ... J .. .L.
  |.. .. .... .D E. .. ... ... ... J .. ...
place one-sided piece on pyramid
expect items = 67
expect options = 1646
expect solutions = 2448
expect solutions up to symmetry = 306
