# A Sudoku without digits: dots say how those of neighbours are related.
#
# White: consecutive. Black: one is twice the other. No dot: neither. (1 and 2 have a black dot.)
puzzle "Kropki Sudoku"
let D = 1..6
board grid 6x6
fill grid with D, once per row, column, block 2x3

# The cells with a dot on their right side, and those with a dot below.
let white_right = {(1, 2), (1, 4), (1, 5), (2, 1), (3, 1), (3, 4), (4, 2), (4, 5), (5, 3), (5, 5), (6, 1),
    (6, 2), (6, 4)}
let white_below = {(1, 6), (3, 5), (5, 4)}
let black_right = {(2, 2), (3, 5), (4, 1), (5, 4)}
let black_below = {(2, 4), (4, 6)}

# Two neighbours have an item for each pair of digits that they must not have: either digit covers it.
def double(v, w) = v = 2*w or w = 2*v
def related(white, black, v, w) = double(v,
    w) if black else abs(v-w) = 1 if white else abs(v-w) > 1 and not double(v, w)
def across(r, c, v, w) = related((r, c) in white_right, (r, c) in black_right, v, w)
def down(r, c, v, w) = related((r, c) in white_below, (r, c) in black_below, v, w)
item apart[1..6, 1..5, D, D] at most once
item stacked[1..5, 1..6, D, D] at most once
also grid(r, c, v)
  covers (apart[r, c, v, w] for w in D where c < 6 and not across(r, c, v, w)),
    (apart[r, c-1, w, v] for w in D where c > 1 and not across(r, c-1, w, v)),
    (stacked[r, c, v, w] for w in D where r < 6 and not down(r, c, v, w)),
    (stacked[r-1, c, w, v] for w in D where r > 1 and not down(r-1, c, w, v))
draw dot at {(r, c), (r, c+1)} for (r, c) in white_right
draw dot at {(r, c), (r+1, c)} for (r, c) in white_below
draw dot at {(r, c), (r, c+1)} color "black" for (r, c) in black_right
draw dot at {(r, c), (r+1, c)} color "black" for (r, c) in black_below
expect solutions = 1
