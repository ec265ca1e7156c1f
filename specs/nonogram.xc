# Paint a picture from the lengths of its painted runs.
#
# One option for each row, and for each column, colors all of its cells, by the places where its runs begin; a cell
# gets the same color from its row and from its column.
puzzle "Nonogram"
board field, may stay empty
  labels across* left
  | 6
  | 8
  | 6 1
  | 6 1
  | 8
  | 4
  | 7
  labels down* above
  | . 5 . . . . 5 1 .
  | 1 1 7 7 7 7 1 1 4
item row[across], column[down]
item cell[field] colored
# The runs are in order with gaps between them, and the last ends on the board.
def next(starts, k, size) = starts[k+1] if k < len(starts) else size + 2
def fits(runs, starts, size) = all(starts[k]+runs[k] < next(starts, k, size) for k in 1..len(runs))
def paint(runs, starts, n) = "X" if any(starts[k] <= n < starts[k]+runs[k] for k in 1..len(runs)) else "-"
option rows(r in across, starts in subsets(1..len(down), len(across[r])))
  where fits(across[r], starts, len(down))
  covers row[r], (cell[(r, c)] = paint(across[r], starts, c) for c in down)
option columns(c in down, starts in subsets(1..len(across), len(down[c])))
  where fits(down[c], starts, len(across))
  covers column[c], (cell[(r, c)] = paint(down[c], starts, r) for r in across)
draw cell[p] at p
draw as "X" color "black"
draw as "-" color "white"
expect solutions = 1
