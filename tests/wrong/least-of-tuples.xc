item pair[1..2]
let first = min((1, 2), (1, 1))  # error E108: a number is needed here, but this is a tuple
option both() covers pair[1], pair[2]
