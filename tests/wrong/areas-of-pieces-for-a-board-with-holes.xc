# line 5: warning W303: the pieces of `bed` cover at least 9 cells, `garden` has 6 to cover
board garden 2x3, at most 5 holes
shapes bed
  |LLL
place free bed on garden each 3 times
