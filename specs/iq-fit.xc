# Ten pieces, some of their balls sunk into a tray of 5 by 10 holes.
#
# A piece lies on one of its two big faces, the tray above or below it: at least four of its balls are in the
# tray, the others stick out on one and the same side. So nothing can be mirrored.
puzzle "IQ Fit"
import iq_fit
board tray 5x10, open below
place one-sided piece on tray covering at least 4
draw as h.piece color h.color for h in hues
expect items = 60
expect options = 2048
expect solutions = 301350
