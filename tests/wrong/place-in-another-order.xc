import pentominoes
board b 6x10
place free pentominoes on b where piece != "V" each at most once  # error E008: `each` where
