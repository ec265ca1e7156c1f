shapes p
  |AA # first
  |A
# line 2: error E257: a comment after a line of a drawing
