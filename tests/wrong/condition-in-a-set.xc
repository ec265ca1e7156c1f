let a = {1 < 2}  # error E115: a condition cannot be a member of a tuple or set
