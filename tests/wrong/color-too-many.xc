item a
option x() covers a = 3  # error E242: `a` is not colored
