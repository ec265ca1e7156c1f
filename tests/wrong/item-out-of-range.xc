item row[1..8], column[1..8]
item up[2..16], down[-7..7] at most once
option queen(r, c in 0..8)
  covers row[r],  # error E102: `row[0]` does not exist
    column[c], up[r+c], down[r-c]
