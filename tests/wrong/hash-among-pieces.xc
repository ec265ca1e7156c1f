# line 3: error E215: `#` has no meaning in the drawing of pieces
shapes p
  |A#A
