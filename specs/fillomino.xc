# Divide a grid into areas, whose cells all have the size of their area.
#
# Every cell has a number, and is part of an area of so many cells with that number, which touches no other area of
# that size. An area may have several of the given numbers, or none. None is by more than `larger` cells larger than
# the largest of them.
puzzle "Fillomino"
param larger = 5 in 0..999
board field, may stay empty
  labels clue
  | 5 4 4 2 .
  | . . . 1 5
  | . . . 2 .
  | . 5 4 2 .
  | . . . . .
choose number(p in field) from {clue[p]} if p in clue else 1..max(clue[n] for n in clue)+larger
# Each area has as many cells as its numbers say.
require number(p, v) as areas of v per v
draw number(p, v) at p as v
expect solutions = 1
