let a = min(x for x in 1..9 where x > 10)  # error E113: `min` of an empty set has no value
