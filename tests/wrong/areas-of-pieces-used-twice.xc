# line 6: warning W303: the pieces of `p` cover at most 10 cells, `b` has 16 to cover
board b 4x4
shapes p
  |AAA B
  |    B
place free p on b each at most 2 times
