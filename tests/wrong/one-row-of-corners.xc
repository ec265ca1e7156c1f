board field, may stay empty  # error E208: board `field` has neither a size nor a drawing
labels clue corners
  | 1 2 0
choose shaded(p in field)
