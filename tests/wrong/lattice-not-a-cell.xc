lattice line
  |AB
neighbors "A" = "C"  # error E740: this is not a cell of lattice `line`
