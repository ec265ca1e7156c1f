# Thirty cubes with six colors, one on each side: all that differ. Eight of them make a cube of twice the size.
#
# P. MacMahon, New Mathematical Pastimes (1921): the large cube looks like a chosen small one, and equal colors
# touch inside. There are two solutions, which J. Conway showed to be of the same eight cubes.
puzzle "MacMahon's cubes"
enum Color = red, orange, yellow, green, blue, violet
board box 2x2x2
shapes cube = all one-sided tiles of cube with sides in Color where count({sides[i] for i in 1..6}) = 6
place one-sided cube on box each at most once
given box_sides[(1, r, c), 1] = red for r, c in 1..2
given box_sides[(2, r, c), 6] = violet for r, c in 1..2
given box_sides[(l, 1, c), 2] = orange for l, c in 1..2
given box_sides[(l, r, 2), 3] = yellow for l, r in 1..2
given box_sides[(l, 2, c), 4] = green for l, c in 1..2
given box_sides[(l, r, 1), 5] = blue for l, r in 1..2
expect solutions = 2
