item seat
item light at most once
option sit() covers seat
option shine() covers light  # error E303: `shine()` covers no item that must be covered
