board park 3x3, may stay empty
shapes piece
  |AA
place free piece on park each 0..3 times
require not piece connected  # warning W840: (1, 1) counts as soon as one of several `piece` there is not chosen
