board b 2x2
shapes s = all free 3 of square  # warning W302: piece `A` fits nowhere on `b`
place free s on b  # warning W303: the pieces of `s` have 6 cells
