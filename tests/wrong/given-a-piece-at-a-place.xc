board tray 2x3
shapes piece
  |AAA BBB
place free piece on tray
given A at (1, 1)  # error E008: `at` where `=` is expected
