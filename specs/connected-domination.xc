# Place lamps that are connected, so that all other cells have one beside them.
#
# How many ways there are is in OEIS: A291872 counts the connected dominating sets of grids.
puzzle "Connected lamps"
param n = 4 in 1..9
board square n by n
item lit[square] at least 1 times
def near(r, c) = {(r, c), (r-1, c), (r+1, c), (r, c-1), (r, c+1)}
option dark(r, c in 1..n) covers square[r, c]
option lamp(r, c in 1..n) covers square[r, c], (lit[p] for p in square where p in near(r, c))
# All lamps are connected.
require lamp connected
draw lamp(r, c) at (r, c) as "o"
draw dark(r, c) at (r, c) as "-"
draw as "o" color "gold"
draw as "-" color "dimgray"
expect solutions = 129 when n = 3
expect solutions = 5617
