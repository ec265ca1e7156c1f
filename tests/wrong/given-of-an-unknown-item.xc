item edge[1..3] colored
item a
option x() covers a, (edge[e] = e for e in 1..3)
given edge[4] = 1  # error E102: `edge[4]` does not exist
