let n = 4
let a = n(2)  # error E106: there is no function `n`
