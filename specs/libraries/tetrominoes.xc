# The five free tetrominoes, by their usual letters.
shapes tetrominoes
  |I LL OO SS. TTT
  |I L. OO .SS .T.
  |I L.
  |I
