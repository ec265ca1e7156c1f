item way
option throw(x, y, z in 1..6)
  where sum({x, y, z}) = 7  # warning W815: equal values are summed once
    and count({x, y}) = 2  # warning W815: equal values are counted once
    and sum(v for v in {x, y - 1}) < 7  # warning W815: equal values are summed once
    and sum({x, 1}) < 7  # warning W815: equal values are summed once
    and max({x, y}) < 7 and len({x, y}) = 2 and sum({z, z + 1, -z, 0}) > 0
    and (x < y and sum({y, x}) < 9 or x < y < z and sum({x, y, z}) < 8)
    and count(p in {(1, 2)} for p in {(x, y), (x, y + 1)}) < 7
    and sum(p * q for (p, q) in {(x, y), (x, 3 - y)}) < 70
    and (x != y != z and sum({x, y, z}) < 8 or z = 1)  # warning W815: equal values are summed once
  covers way
