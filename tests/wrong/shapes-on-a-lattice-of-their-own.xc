# line 5: error E008: `foo` where a lattice such as `hex`, a line of a drawing, `detached` or `on` is expected
lattice foo
  |AB
neighbors "A" = "B"
shapes s foo
  |A
