# The seven one-sided tetrominoes, by their usual letters: L is J turned over, Z is S. Place them `one-sided`.
shapes one_sided_tetrominoes
  |I .J L. OO .SS TTT ZZ.
  |I .J L. OO SS. .T. .ZZ
  |I JJ LL
  |I
