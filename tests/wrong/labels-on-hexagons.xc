board field hex 2x2, may stay empty
labels number  # error E297: labels with a name need a flat board of squares
  |1 .
  |. 2
choose shaded(p in number)
