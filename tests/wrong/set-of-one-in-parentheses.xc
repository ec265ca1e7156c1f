let cages = {{(1, 1), (1, 2)}, ((6, 6))}
item cage[cages]
option sum(k in cages) where (1, 1) in k covers cage[k]  # error E108: a set is needed here, but this is a tuple: (6, 6)
