shapes p
  A AA
  AA A
# line 2: error E008: `A` where a lattice such as `hex`, a line of a drawing, `detached` or `on` is expected
