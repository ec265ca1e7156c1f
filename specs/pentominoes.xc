# The twelve pentominoes in a rectangle of 60 cells.
#
# Rectangles have four symmetries, so these counts are 4 * 2339, 4 * 1010, 4 * 368 and 4 * 2: the numbers of
# C. B. and J. Haselgrove, "A computer program for pentominoes", Eureka 23 (1960).
puzzle "Pentominoes"
param rows = 6 in 1..60
param columns = 10 in 1..60
import pentominoes
board box rows by columns
place free pentominoes on box
expect items = 72
expect options = 2056
expect solutions = 9356
expect solutions = 4040 when rows = 5, columns = 12
expect solutions = 1472 when rows = 4, columns = 15
expect solutions = 8 when rows = 3, columns = 20
expect solutions up to symmetry = 2339
expect solutions up to symmetry = 1010 when rows = 5, columns = 12
expect solutions up to symmetry = 368 when rows = 4, columns = 15
expect solutions up to symmetry = 2 when rows = 3, columns = 20
