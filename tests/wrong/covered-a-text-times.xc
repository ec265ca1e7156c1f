item a "two" times
option x() covers a
# line 1: error E237: an item cannot be covered "two" times
