puzzle "Four slips in one text"
let n == 4  # error E008: `=` where an expression is expected
item row[1..n], column[1..n]
option rook(r, c in 1..n)
  cover row[r], column[c]  # error E008: `cover` where
option bishop(r, c in 1..n) covers row(r),  # error E008: `(` where
  column[c]
given rook(1, 2
expect solutions = 24  # error E008: `expect` where
