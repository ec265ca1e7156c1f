item edge colored
item a
option x() covers a, edge  # error E241: `edge` is colored: which color does it get?
