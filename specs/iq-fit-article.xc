# Pieces may stick out of both sides of the tray, as one article counts them.
#
# The rule also allows mirror images, which cannot be built. The article's count took an hour and a half.
puzzle "IQ Fit, by the article's rule"
import iq_fit
board tray 5x10, open below, open above
place one-sided piece on tray covering at least 4
draw as h.piece color h.color for h in hues
expect items = 60
expect options = 3440
expect solutions = 67868848
