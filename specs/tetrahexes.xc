# The seven tetrahexes in a parallelogram of 4 by 7 hexagons.
puzzle "Tetrahexes"
import tetrahexes
board garden hex 4x7
place free tetrahexes on garden
expect items = 35
expect options = 488
expect solutions = 18
# The parallelogram can be turned by half; D. Goodger's Polyform Puzzler counts 9 too.
expect solutions up to symmetry = 9
