item a
option x() covers a
minimize  # error E254: no option has a cost
