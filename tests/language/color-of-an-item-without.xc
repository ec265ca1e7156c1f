item a
option x() covers a
given a = 3  # error E255: only colored items are drawn and given by color, and `a` is not
