board tray hex 2x2
shapes piece = all 4 of hex  # error E008: `4` where `free`, `one-sided` or `fixed` is expected
place free piece on tray
