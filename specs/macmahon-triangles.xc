# Twenty-four triangles with edges in four colors make a hexagon.
#
# P. MacMahon, New Mathematical Pastimes (1921): all 24 triangles, with white (w) along the border. `excover
# count macmahon-triangles` finds 11,853,792 solutions in about 50 seconds: 164,636 up to the 12 symmetries of
# the hexagon and the exchanges of the other three colors.
puzzle "MacMahon's triangles"
enum Color = w, r, g, b
board hexagon triangle
  |# .....
  |#.......
  |#.......
  |# .....
shapes tile = all one-sided tiles of triangle with sides in Color
place one-sided tile on hexagon border w
draw as w color "white"
draw as r color "crimson"
draw as g color "forestgreen"
draw as b color "royalblue"
expect items = 78
expect solutions >= 1
