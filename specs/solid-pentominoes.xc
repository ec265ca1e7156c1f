# The twelve pentominoes, built of cubes, in a box of 3 by 4 by 5.
#
# They are flat, so each can be turned over in space, and `one-sided` includes all placements. C. J. Bouwkamp's
# catalogue of this problem (1967) has 3940 solutions up to the 8 symmetries of the box.
puzzle "Solid pentominoes"
import pentominoes
board box 3x4x5
place one-sided pentominoes on box
expect items = 72
expect options = 2440
expect solutions = 31520
expect solutions up to symmetry = 3940
