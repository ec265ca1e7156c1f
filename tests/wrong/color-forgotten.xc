item edge colored
item a
option x() covers a, edge  # error E241: `edge` is colored, but no color is given
