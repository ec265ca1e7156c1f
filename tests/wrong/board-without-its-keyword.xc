sudoku 9x9  # error E008: `sudoku` where a statement is expected
