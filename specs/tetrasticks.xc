# Fifteen of the sixteen tetrasticks in a square of 5 by 5; try `-p omit=J`.
#
# A tetrastick is made of four edges. None may cross another. By parity, as D. Knuth found, the one that is left
# in the box is H, J, L, N or Y.
puzzle "Tetrasticks"
param omit = "H" in {"H", "J", "L", "N", "Y"}
import tetrasticks
board grid square_edges 5x5
place free tetrasticks on grid
item box
hidden option left_in(p in {omit}) covers box, tetrasticks[p]
expect items = 77
expect solutions up to symmetry = 72
expect solutions up to symmetry = 382 when omit = "J"
expect solutions up to symmetry = 607 when omit = "L"
expect solutions up to symmetry = 530 when omit = "N"
expect solutions up to symmetry = 204 when omit = "Y"
