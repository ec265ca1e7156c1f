# Eight of the thirty cubes with six colors make a cube that looks like one.
#
# P. MacMahon, New Mathematical Pastimes (1921): the cubes have one color on each side, in all 30 ways. The large
# cube looks like a chosen one, and equal colors touch inside. There are two solutions; J. Conway showed that
# they have the same eight cubes.
puzzle "MacMahon's cubes"
enum Color = red, orange, yellow, green, blue, violet
board box 2x2x2
shapes block = all one-sided tiles of cube with sides in Color where count({sides[i] for i in 1..6}) = 6
place one-sided block on box
  each at most once
  where (cell[1] = 2 or sides[1] = red) and (cell[1] = 1 or sides[6] = violet)
      and (cell[2] = 2 or sides[2] = orange) and (cell[2] = 1 or sides[4] = green)
      and (cell[3] = 1 or sides[3] = yellow) and (cell[3] = 2 or sides[5] = blue)
expect solutions = 2
