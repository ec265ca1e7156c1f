board field 2x2, may stay empty
choose lamp(p in field) from 0..1
draw lamp(p, v) at p as v if v = 1 else "."  # error E307: `.` is no mark: in a drawing it is a cell without a mark
