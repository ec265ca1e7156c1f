lattice star  # error E753: this graph has more than 10,000 symmetries
  |A
  |BCDEFGHIJ
neighbors "A" = {"B", "C", "D", "E", "F", "G", "H", "I", "J"}
