let points = {(1, 1), (1, 2)}
lines way along {(p, q) for p, q in points where p < q}
require way as paths between ((1, 1), 1)  # error E841: paths are between places with labels
