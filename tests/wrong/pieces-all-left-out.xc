shapes triple = all free 3 of square without B, A  # error E764: no pieces of `triple` are left
board tray 2x3
place free triple on tray
