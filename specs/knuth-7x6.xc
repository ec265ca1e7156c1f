# A small matrix written out by hand: choose rows that cover each column once.
#
# The example in D. Knuth's "Dancing Links" (2000). Its only solution is a, d and e.
puzzle "Knuth's 7x6 matrix"
item column[1..7]
option a() covers column[3], column[5], column[6]
option b() covers column[1], column[4], column[7]
option c() covers column[2], column[3], column[6]
option d() covers column[1], column[4]
option e() covers column[2], column[7]
option f() covers column[4], column[5], column[7]
expect items = 7
expect options = 6
expect solutions = 1
