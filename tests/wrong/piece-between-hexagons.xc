shapes bar = "B" at {(1, 1), (1, 2)} of hex  # error E765: not all cells of piece `B` are hexagons of one lattice
board comb hex 1x2
place free bar on comb
