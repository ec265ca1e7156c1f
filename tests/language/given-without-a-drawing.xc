# line 5: error E320: there is no drawing that this could be a part of
item a
option x() covers a
given
  |x
