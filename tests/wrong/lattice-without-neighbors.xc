lattice line  # error E750: nothing says which cells of `line` are neighbors
  |ABC
