# line 3: error E215: `#` means nothing in the drawing of pieces
shapes p
  |A#A
