# Three symbols of each region are equal or all different; neighbors differ.
#
# A circle, a square or a triangle (c, s, t) in each cell. The three symbols of a region are all equal or all
# different; cells beside each other in different regions have different symbols.
puzzle "Tripletts"
board field, may stay empty
  labels clue
  | t . s . . s
  | . . . . . .
  | . . . . . s
  | s . . . t .
  | . . . t . .
  | c . . . . t
  labels region
  | i i i d a a
  | h j j d d a
  | h g j k k l
  | h g f k l l
  | e g f c b b
  | e e f c c b
choose symbol(p in field) from {"c", "s", "t"}
require symbol(p) = clue[p] for p in clue
# The symbols of a region are all equal or all different.
require (symbol(a) = symbol(b)) = (symbol(b) = symbol(c))
    and (symbol(a) = symbol(b)) = (symbol(a) = symbol(c))
  for k in {region[p] for p in field}, (a, b, c) in subsets({p for p in field where region[p] = k}, 3)
# Symbols of two regions differ where they are beside each other.
require symbol(p) != symbol(q) for p in field, q in beside(p) where p < q and region[p] != region[q]
draw outline at area for area in areas(region)
expect solutions = 1
