# The twelve pentominoes, built of cubes, in a box of 3 by 4 by 5.
#
# They are flat, so in space each can be turned over, and nothing is gained by `free`. The 3940 solutions up to
# the 8 symmetries of the box are those of C. J. Bouwkamp (1967).
puzzle "Solid pentominoes"
import pentominoes
board box 3x4x5
place one-sided pentominoes on box
expect items = 72
expect options = 1000
expect solutions = 31520
expect solutions up to symmetry = 3940
