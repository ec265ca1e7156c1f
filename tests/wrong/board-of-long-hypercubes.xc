board tray hypercube 2x2x2x33  # error E817: boards and pieces of hypercubes are at most 32 of them long
