param n = 8
item row[n]  # error E207: an item family needs a set here, but this is a number
