# The twelve hexiamonds in a rhombus of side 6.
puzzle "Hexiamonds"
import hexiamonds
board rhombus triangle 6x6
place free hexiamonds on rhombus
expect items = 84
expect options = 1845
expect solutions = 624
# D. Goodger's Polyform Puzzler; the rhombus has 4 symmetries.
expect solutions up to symmetry = 156
