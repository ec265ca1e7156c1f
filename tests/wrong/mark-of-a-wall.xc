board field 2x2, may stay empty
choose lamp(p in field) from 0..1
draw lamp(p, v) at p as "#" if v = 1 else 0  # error E307: `#` is no mark: in a drawing it is a place without a cell
