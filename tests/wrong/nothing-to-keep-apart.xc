board tray 2x3
shapes part
  |AA B C
  |A  B
place free part on tray
require part apart per piece  # warning W769: no two pieces of `part` must be apart
