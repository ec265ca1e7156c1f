# Seven pieces fill a cube of 3 by 3 by 3 cells.
#
# They may be turned. Pieces that are shown in the cube stay there.
puzzle "Soma cube"
import soma
board cube 3x3x3
place one-sided soma on cube
# 240 solutions (J. H. Conway and M. J. T. Guy, 1961) up to the cube's 48 symmetries. A reflection exchanges
# A and P and is a symmetry of the other pieces, so each of the 240 is counted 48 times here.
expect items = 34
expect options = 688
expect solutions = 11520
expect solutions up to symmetry = 240
