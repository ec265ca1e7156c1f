board tray 2x2
shapes piece = all free 4 square  # error E008: `square` where `of` is expected
place free piece on tray
