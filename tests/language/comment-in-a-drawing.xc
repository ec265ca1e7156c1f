shapes p
  |AA # first
  |A
# line 2: error E215: `#` means nothing in the drawing of pieces
