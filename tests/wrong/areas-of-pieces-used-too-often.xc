# line 6: warning W303: the pieces of `p` cover at least 15 cells, `b` has 12 to cover
board b 4x3
shapes p
  |AAA B
  |    B
place free p on b each at least 3 times
