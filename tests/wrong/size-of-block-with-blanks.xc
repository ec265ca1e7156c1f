board b 4x4
fill b with 1..4, once per row, column, block 2 x 2  # error E008: `x` where `by` is
