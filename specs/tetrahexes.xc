# The seven tetrahexes in a parallelogram of 4 by 7 hexagons.
puzzle "Tetrahexes"
import tetrahexes
board garden hex 4x7
place free tetrahexes on garden
expect items = 35
expect options = 488
expect solutions = 18
# The parallelogram has a half-turn as its symmetry; D. Goodger's Polyform Puzzler also counts 9.
expect solutions up to symmetry = 9
