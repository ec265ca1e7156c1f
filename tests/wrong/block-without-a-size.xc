board tray 3x3
fill tray with 1..3, once per row, block  # error E251: a block needs a size, and no other unit has one
