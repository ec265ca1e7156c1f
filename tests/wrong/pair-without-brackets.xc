item meet[{(a, b) for a, b in 1..3 where a < b}]
option both(a, b in 1..3) where a < b covers meet[a, b]  # error E228: `meet` has 1 index, not 2
