param n = 8
item row[n]  # error E207: an item family needs a set here, and this is a number
