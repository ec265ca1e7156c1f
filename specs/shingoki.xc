# A loop straight through white circles; numbers are lengths.
#
# One loop through all circles: straight through white ones, with a turn at black ones. A number is the sum of the
# lengths of the two straight parts that go out from the circle to the next turns.
puzzle "Shingoki"
board field, may stay empty
  labels circle*
  | . . . . .
  | . b,2 . . .
  | w,4 . . . .
  | . . b,3 . w,4
  | . . . . .
lines line on field
def part(p, d, i) = line((p[1]+(i-1)*d[1], p[2]+(i-1)*d[2]), (p[1]+i*d[1], p[2]+i*d[2]))
def far(p, d) = len(ray(p, d, field))
# The line is one loop.
require line as one loop
# The loop goes through every circle.
require line(p) = 2 for p in circle
require (line(p, (p[1], p[2]+1)) != line(p, (p[1], p[2]-1))) = (circle[p][1] = "b") for p in circle
require sum(leading(part(p, d, i) for i in 1..far(p, d))
    for d in {(0, 1), (0, -1), (1, 0), (-1, 0)}) = circle[p][2]
  for p in circle where len(circle[p]) = 2
draw circle at p color "black" if circle[p][1] = "b" else "white" for p in circle
draw text at p as circle[p][2] for p in circle where len(circle[p]) = 2
expect solutions = 1
