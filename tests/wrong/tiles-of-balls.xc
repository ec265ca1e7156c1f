shapes tile = all one-sided tiles of sphere with sides in 1..2  # error E788: cells of `sphere` have no sides and corners that could have colors
