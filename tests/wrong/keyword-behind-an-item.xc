item person[1..3] at[1..3]  # error E008: `[` where `least` or `most` is expected
option x(p in 1..3) covers person[p]
