# Four words across and four down, all different, cross in a square.
#
# Each word assigns its letters to cells; words that cross assign the same letter to their common cell.
puzzle "Double word square"
table words from "words.csv"
let n = 4
item across[1..n], down[1..n]
item used[words] at most once
item letter[1..n, 1..n] colored
option write(r in 1..n, w in words) covers across[r], used[w], (letter[r, c] = w.word[c] for c in 1..n)
option write_down(c in 1..n, w in words) covers down[c], used[w], (letter[r, c] = w.word[r] for r in 1..n)
draw letter[r, c] at (r, c)
symmetry write(i, w) -> write_down(i, w), write_down(i, w) -> write(i, w)
expect solutions = 48
expect solutions up to symmetry = 24
