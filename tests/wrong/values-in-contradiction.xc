board g 4x4
fill g with 1..4, once per row, column
given g(1, 1, 1), g(1, 2, 1)  # error E327: givens contradict each other: both need `1 in row 1 of g`
