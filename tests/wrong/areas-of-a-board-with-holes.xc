# line 6: warning W303: the pieces of `bed` cover at most 10 cells, `garden` has 12 to cover
board garden 5x6, at most 18 holes
shapes bed
  |LL II
  |L
place free bed on garden each 2 times
