# line 3: error E008: `|AA` where
item a
  |AA
