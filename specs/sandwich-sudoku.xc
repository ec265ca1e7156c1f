# A small Sudoku with the sums of what lies between the 1 and 6 of each line.
#
# An option says for each line where its 1 and its 6 are, and which digits lie between them: those whose bits are set
# in a number. It covers every digit that a place of the line then cannot have.
# The puzzle was made by excover.
puzzle "Sandwich Sudoku"
let right = (4, 6, 7, 10, 0, 0)
let below = (9, 4, 4, 8, 11, 0)
board grid 6x6
fill grid with 1..6, once per row, column, block 2x3
let lines = {(way, k) for way in {"row", "column"}, k in 1..6}
let power = (1, 2, 4, 8, 16)
def has(filling, v) = filling div power[v-1] mod 2 = 1
def between(k, i, j) = min(i, j) < k and k < max(i, j)
def fits(k, v, i, j, filling) = v = 1 if k = i else v = 6 if k = j else v in 2..5 and (has(filling,
    v) if between(k, i, j) else not has(filling, v))
item line[lines]
item wrong[lines, 1..6, 1..6] at most once
option cut((way, n) in lines, i, j in 1..6, filling in 0..15)
  where i != j and count(v for v in 2..5 where has(filling,
      v)) = abs(i-j) - 1 and sum(v for v in 2..5 where has(filling,
      v)) = (right[n] if way = "row" else below[n])
  covers line[(way, n)], (wrong[(way, n), k, v] for k, v in 1..6 where not fits(k, v, i, j, filling))
also grid(r, c, v) covers wrong[("row", r), c, v], wrong[("column", c), r, v]
draw cut(way, n, i, j, filling) at {}
given
  |......
  |......
  |......
  |......
  |......
  |1.....
expect solutions = 1
