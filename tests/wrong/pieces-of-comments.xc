# line 6: error E008: `board` where a lattice such as `hex`, a line of a drawing
shapes s
  #
  #
  ##
board b 2x2
place free s on b
