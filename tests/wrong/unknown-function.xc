let a = maxx(1, 2)  # error E106: there is no function `maxx`
