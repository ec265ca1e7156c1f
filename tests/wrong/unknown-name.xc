param size = 8
item row[1..sise]  # error E101: `sise` is not declared
