let pair = (3, 4)
let a = pair[0]  # error E112: there is no member 0 in a tuple or text of 2
