# A Sudoku with irregular regions instead of blocks.
puzzle "Jigsaw Sudoku"
board grid
  |AABBBBCCC
  |AAAABCCCC
  |DDAEBBBCC
  |DAAEEEBFF
  |DDDDEFFFF
  |GDEEEFHIF
  |GDGEHHHIF
  |GGGGHIIII
  |GGHHHHIII
fill grid with 1..9, once per row, column, label
given
  |.7....5..
  |.....7.9.
  |.....1...
  |......4.9
  |.3.....2.
  |1.4......
  |...5.....
  |.4.3.....
  |..3....8.
expect items = 324
expect options = 729
expect solutions = 1
