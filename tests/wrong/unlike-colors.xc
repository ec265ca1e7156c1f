enum Paint = red, blue
item a, b
item edge[1..2] colored
option x(e in 1..2, p in Paint) covers a, edge[e] = p
option y(e, p in 1..2) covers b, edge[e] = p  # warning W305: `edge[1]` is given the colors red and 1, which are never equal
