item edge[1..3] colored
item a
option x() covers a, (edge[e] = e for e in 1..3)
given edge[2] = 1  # error E331: no option assigns `edge[2]` the color 1
