# line 4: error E008: `..` where a lattice such as `hex`
board b
  #.#
  ..#
  ...
fill b with 1..2
