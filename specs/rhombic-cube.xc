# Pieces of four tetrahedra make a cube, on a lattice that is declared here.
#
# It is the shipped lattice `rhombic`: a cell has a neighbor beyond its face, one beyond its edge and one beside
# it, with all that turns and reflections of the cube make of these.
puzzle "Cubes of tetrahedra"
lattice tetrahedra
  |.....|..A..|.A.A.|..A..|.....
  |..A..|.....|A...A|.....|..A..
  |.A.A.|A...A|.....|A...A|.A.A.
  |..A..|.....|A...A|.....|..A..
  |.....|..A..|.A.A.|..A..|.....
  periods (5, 0, 0), (0, 5, 0), (0, 0, 5)
  neighbors (1, 2, 3) = {(0, 2, 3), (2, 1, 3), (1, 3, 2)}
  motions (l, r, c) -> (l, c, 6-r), (l, r, c) -> (c, l, r), (l, r, c) -> (6-l, r, c)
board cube on tetrahedra 1x1x1
shapes piece = "P" at {(1, 2, 3), (1, 3, 2), (1, 3, 4), (1, 4, 3)},
  "L" at {(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1)}
  of tetrahedra
place one-sided piece on cube each at least 0 times
expect options = 30
expect solutions = 33
expect solutions up to symmetry = 3
