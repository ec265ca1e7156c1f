item edge colored
item a
option x() covers a, edge = {1, 2}  # error E308: a color is a number, a text, a symbol or a tuple
