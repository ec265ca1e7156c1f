item a
option x() covers a
given a = 3  # error E255: `a` is not colored: only colored items can be drawn or given by color
