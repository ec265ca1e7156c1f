item house[1..3] at most once
optional option visit(h in 1..3) covers house[h]
require visit(h) at h connected along {(1, 2), (2, 3, 1)}  # error E828: neighbors are given as a set of pairs, but this is (2, 3, 1)
