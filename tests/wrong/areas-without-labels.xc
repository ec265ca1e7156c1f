board field, may stay empty
labels region
  | a a b
let both = {p for p in field}
choose star(p in field)
require count(star(p) for p in area) = 1 for area in areas(both)  # error E367: `areas` needs labels of a board
