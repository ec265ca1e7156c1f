# line 4: error E008: `shapes` where `on` is expected
place free s

shapes s
  |AA
