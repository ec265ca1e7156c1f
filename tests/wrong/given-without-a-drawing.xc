# line 5: error E320: this description draws nothing, so a drawing cannot be given
item a
option x() covers a
given
  |x
