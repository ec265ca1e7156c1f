board tray 2x2
fill tray with 0..1
require tray(r, c, 1) connected  # error E226: each argument of an option in `require` must be a different name
