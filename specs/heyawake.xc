# Shade cells apart, so that the others are connected and cross few rooms.
#
# Shaded cells do not touch, the others are connected and never run through three rooms; a number counts its
# room.
puzzle "Heyawake"
board field, may stay empty
  labels room
  | a b c c c d
  | a b e e e d
  | a b e e e e
  | a b f f e f
  | g g g f f f
  | g g h h h h
  labels clue
  | 1 . 1 . . 0
  | . . 2 . . .
  | . . . . . .
  | . . 1 . . .
  | 0 . . . . .
  | . . . . . .
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
choose shade(p in field) from 0..1
require sum(shade(q) for q in field where room[q] = room[p]) = clue[p] for p in clue
# Shaded cells share no side.
require not (shade(p) = 1 and shade(q) = 1) for p in field, q in beside(p) where p < q
# All cells that are not shaded are connected.
require shade(p, v) where v = 0 connected
# No row runs through three rooms without a shaded cell.
require any(shade((r, k)) = 1 for k in c..d)
  for (r, c) in field, d in c+2..w where c < w and room[r, c] != room[r, c+1] and room[r, d-1] != room[r, d]
      and all(room[r, k] = room[r, c+1] for k in c+1..d-1)
# No column runs through three rooms without a shaded cell.
require any(shade((k, c)) = 1 for k in r..d)
  for (r, c) in field, d in r+2..h where r < h and room[r, c] != room[r+1, c] and room[d-1, c] != room[d, c]
      and all(room[k, c] = room[r+1, c] for k in r+1..d-1)
draw outline at area for area in areas(room)
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
