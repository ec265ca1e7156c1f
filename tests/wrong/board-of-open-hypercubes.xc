board tray hypercube 2x2x2x2, open above  # error E818: a board of hypercubes has no open side
