board walled  # error E208: board `walled` has neither a size nor a drawing
  #####
  #...#
  #.#.#
shapes s
  |AA
place free s on walled
