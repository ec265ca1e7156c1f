# The five tetrominoes around a tin: four rings of five cells.
#
# They cannot fill a flat rectangle of 4 by 5: each piece except T covers as many black cells of a chessboard
# as white ones. Around the tin, five cells long, the colors do not alternate, and there are solutions.
puzzle "Tetrominoes around a tin"
import tetrominoes
board tin 4x5, cylinder
place free tetrominoes on tin
expect items = 25
expect solutions = 140
expect solutions up to symmetry = 7
