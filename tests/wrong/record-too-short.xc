# line 4: error E246: a line of 1 field, but the header has 2
table Flight
  |name from
  |A
