board field square_edges
  |+|+
  || |
  |+-+
# line 2: error E262: an edge here is drawn as `-`, not as `|`
