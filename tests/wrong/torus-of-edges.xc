board ring square_edges 3x4, torus  # error E232: no board of edges can be a torus
shapes piece square_edges
  |+A+A+
place free piece on ring each 6 times
