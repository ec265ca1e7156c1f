# line 4: error E246: a line of 1 field, and the header names 2
table Flight
  |name from
  |A
