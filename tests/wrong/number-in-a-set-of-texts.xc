board field
  |12
  |.3
option put((r, c) in field)
  where field[r, c] not in {1, 2}  # error E109: a text never equals a number: "1" in {1, 2}
  covers field[r, c]
