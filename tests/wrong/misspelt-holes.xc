shapes s = all free 5 of square without hole  # error E760: `s` has no piece `hole`
board b 3x5
place free s on b each at most once
