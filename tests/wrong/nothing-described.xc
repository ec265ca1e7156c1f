# only a comment  # warning W207: nothing is described
