board field 2x2, may stay empty
labels number  # error E291: the labels `number` have no drawing
choose shaded(p in field)
