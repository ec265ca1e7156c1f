# Draw the islands of a sea, as large as their numbers say.
#
# Each island has one number. Islands share no side. The sea between them is connected, and nowhere 2 by 2 cells wide. Cells of an island are connected, too.
# The puzzle was made by excover.
puzzle "Nurikabe"
let field = (".....4", "......", "...1.5", "4.....", "..3...", "1.....")
let n = len(field)
let numbers = {(r, c) for r, c in 1..n where field[r, c] != "."}
def of_size(k) = {(r, c) for (r, c) in numbers where field[r, c] = k}
board chart 6x6
# Land on both sides of a border is one island.
item across[1..n, 0..n] colored, down[0..n, 1..n] colored
item pool[0..n, 0..n] at most 3 times
item one[of_size("1")]
item three[of_size("3")] 3 times
item four[of_size("4")] 4 times
item five[of_size("5")] 5 times
option land(island in numbers, r, c in 1..n)
  where (r, c) = island or (r, c) not in numbers
  covers chart[r, c], across[r, c-1] = island, across[r, c] = island, down[r-1, c] = island,
    down[r, c] = island, one[island] if island in one, three[island] if island in three,
    four[island] if island in four, five[island] if island in five
option sea(r, c in 1..n)
  where (r, c) not in numbers
  covers chart[r, c], pool[r, c], pool[r-1, c], pool[r, c-1], pool[r-1, c-1]
require land(island, r, c) connected per island
require sea connected
draw land(island, r, c) at (r, c) as field[island[1], island[2]]
draw sea(r, c) at (r, c) as "~"
draw as "~" color "navy"
expect solutions = 1
