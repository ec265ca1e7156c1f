# line 2: error E007: the text ends where
item row[1..8
