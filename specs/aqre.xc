# Shaded cells are connected, and never four cells of a line are alike.
#
# A number counts the shaded cells of its room; shaded cells are connected; never four alike in a line.
puzzle "Aqre"
board field, may stay empty
  labels room
  | a a b c c
  | a b b b c
  | a d d b c
  | a a e b b
  | a e e f f
  labels clue
  | 2 . 3 2 .
  | . . . . .
  | . 0 . . .
  | . . . . .
  | . . . . .
choose shade(p in field) from 0..1
require sum(shade(q) for q in field where room[q] = room[p]) = clue[p] for p in clue
# Four cells beside each other are not all alike.
require 1 <= sum(shade(p) for p in four) <= 3 for four in windows(field, 1, 4)
# Four cells below each other are not all alike.
require 1 <= sum(shade(p) for p in four) <= 3 for four in windows(field, 4, 1)
# All shaded cells are connected.
require shade(p, v) where v = 1 connected
draw outline at area for area in areas(room)
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
