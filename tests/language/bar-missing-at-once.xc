shapes p
  A AA
  AA A
# line 2: error E008: `A` where a lattice such as `hex` or a line of a drawing is expected
