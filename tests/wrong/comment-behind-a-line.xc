# line 3: error E257: a comment after a line of a drawing
board yard
  |...  # the first row
  |....
