board field  # error E229: no option covers an item of `field`
  |aab
  |acb
  |ccb
item region[{"a", "b", "c"}]
option star((r, c) in field) covers region[field[r, c]]
