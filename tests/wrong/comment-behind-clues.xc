# line 5: error E257: a comment after a line of a drawing
board grid 2x2
fill grid with 1..2, once per row, column
given
  |1.  # the first clue
