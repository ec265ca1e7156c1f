# Open doors; a number counts the rooms that are seen through them.
#
# Each cell is a room, with doors to the rooms beside it, which are open or closed. A number counts the rooms that
# are seen from it in all four directions through open doors. All rooms are connected by open doors.
puzzle "Doors"
board field, may stay empty
  labels clue
  | 5 . . . 4
  | 3 1 . . 6
  | 3 2 5 4 .
  | 7 5 . 5 .
  | . . 2 . 4
lines open on field
def door(p, d, k) = open((p[1]+(k-1)*d[1], p[2]+(k-1)*d[2]), (p[1]+k*d[1], p[2]+k*d[2]))
def far(p, d) = len(ray(p, d, field))
let ways = {(0, 1), (0, -1), (1, 0), (-1, 0)}
require sum(leading(door(p, way, k) for k in 1..far(p, way)) for way in ways) = clue[p] for p in clue
# All rooms are connected by open doors.
require open connected
# Each room has an open door.
require open(p) > 0 for p in field
draw text at p as clue[p] for p in clue
expect solutions = 1
