# Pieces may stick out of both sides of the tray, as one article counts them.
#
# The rule allows mirror images too, which nobody can build: 67,868,848 solutions, too many for `expect` here.
puzzle "IQ Fit, by the article's rule"
import iq_fit
board tray 5x10, open below, open above
place one-sided piece on tray covering at least 4
expect items = 60
expect options = 3440
