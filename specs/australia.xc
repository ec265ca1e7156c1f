# Color the map of Australia so that no two neighbours have the same color.
#
# A border has two sides: each region colors its own side of each of its borders, so no color may occur twice
# at one border, and need not occur at all. Tasmania has a border only with the sea.
puzzle "Map of Australia"
enum Region = WA, NT, SA, Q, NSW, V, T
enum Color = red, green, blue
let borders = {(WA, NT), (WA, SA), (NT, SA), (NT, Q), (SA, Q), (SA, NSW), (SA, V), (Q, NSW), (NSW, V),
    (T, "sea")}
item region[Region]
item border[borders, Color] at most once
option paint(r in Region, c in Color)
  covers region[r], (border[(a, b), c] for (a, b) in borders where r = a or r = b)
expect items = 37
expect options = 21
# Six ways to color the mainland, and three for Tasmania.
expect solutions = 18
