# Ten pieces have some of their balls in a tray of 5 by 10 holes.
#
# A piece lies on one of its two large faces, with the tray above or below it: at least four of its balls are in
# the tray, the others all stick out on the same side. So no piece can be mirrored.
puzzle "IQ Fit"
import iq_fit
board tray 5x10, open below
place one-sided piece on tray covering at least 4
draw as h.piece color h.color for h in hues
expect items = 60
expect options = 2048
expect solutions = 301350
