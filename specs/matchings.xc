# Ten people shake hands, all at the same time.
puzzle "Perfect matchings"
param people = 10 in 2..1000
item person[1..people]
option shake(a, b in 1..people) where a < b covers person[a], person[b]
# OEIS A001147: 9 * 7 * 5 * 3 * 1 = 945
expect solutions = 3 when people = 4
expect solutions = 0 when people = 5
expect solutions = 15 when people = 6
expect solutions = 945
