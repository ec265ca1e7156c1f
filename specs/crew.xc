# Each flight belongs to one tour of a crew; the cheapest tours are wanted.
#
# There are two ways to assign all flights: A and B for 16, and C, D and E for 18.
puzzle "Crew pairing"
table tours
  | tour | flights* | price
  | A    | 1 2 3    | 6
  | B    | 4 5 6    | 10
  | C    | 1 4      | 3
  | D    | 2 5      | 8
  | E    | 3 6      | 7
  | F    | 1 2 5    | 4
  | G    | 3 4      | 2
  | H    | 2 3 6    | 5
item flight[1..6]
option fly(t in tours) covers (flight[f] for f in t.flights) cost t.price
minimize
expect options = 8
expect solutions = 2
expect cost = 16
