def twice(x) = 2*x
let a = twice + 1  # error E105: `twice` is a function, not a value
