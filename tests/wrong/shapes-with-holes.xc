shapes holed = all free 7 of square with holes  # error E008: `with` where `without` or a statement
shapes few = all free 8 of square without 2 holes  # error E008: `holes` where a statement is expected
shapes wide = all free 4 of square where piece != "I"  # error E008: `where` where `without` or a statement
board b rhombihex 2x2  # error E218: `rhombihex` is not a lattice
