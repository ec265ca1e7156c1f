# Paint a picture from the lengths of its painted runs.
#
# One option for each row, and for each column, colors all of its cells; a cell gets the same color from its row
# and from its column. Here no line has more than two runs: (0, 0) is a line with none, (5, 0) with one.
puzzle "Nonogram"
let rows = ((6, 0), (8, 0), (6, 1), (6, 1), (8, 0), (4, 0), (7, 0))
let columns = ((1, 0), (5, 1), (7, 0), (7, 0), (7, 0), (7, 0), (5, 1), (1, 1), (4, 0))
let height = len(rows)
let width = len(columns)
item row[1..height], column[1..width]
item cell[1..height, 1..width] colored
# Runs begin at i and j with a gap between them; a run of length 0 begins after the end.
def fits(runs, i, j,
    size) = (runs[1] > 0 or i = size+1) and (runs[2] > 0 or j = size+1) and i + runs[1] <= size + 1 and j + runs[2] <= size + 1 and (runs[2] = 0 or i+runs[1] < j)
def paint(runs, i, j, n) = "X" if i <= n and n < i + runs[1] or j <= n and n < j + runs[2] else "-"
option across(r in 1..height, i, j in 1..width+1)
  where fits(rows[r], i, j, width)
  covers row[r], (cell[r, c] = paint(rows[r], i, j, c) for c in 1..width)
option down(c in 1..width, i, j in 1..height+1)
  where fits(columns[c], i, j, height)
  covers column[c], (cell[r, c] = paint(columns[c], i, j, r) for r in 1..height)
draw cell[r, c] at (r, c)
draw text
  at (r, k-count(rows[r][i] > 0 for i in 1..2))
  as rows[r][k]
  for r in 1..height, k in 1..2 where rows[r][k] > 0
draw text
  at (k-count(columns[c][i] > 0 for i in 1..2), c)
  as columns[c][k]
  for c in 1..width, k in 1..2 where columns[c][k] > 0
draw as "X" color "black"
draw as "-" color "white"
expect solutions = 1
