# At white circles both arms of the loop are equal, at black ones not.
#
# One loop through all circles. The two straight parts that go out from a circle to the next turns are equally
# long at white circles, and not at black ones; a number is the sum of both.
puzzle "Balance Loop"
board field, may stay empty
  labels circle*
  | . . . . .
  | . w,2 . . b,4
  | w,4 . . b,3 .
  | . . b,3 . .
  | . . . . .
lines line on field
def part(p, d, i) = line((p[1]+(i-1)*d[1], p[2]+(i-1)*d[2]), (p[1]+i*d[1], p[2]+i*d[2]))
def far(p, d) = len(ray(p, d, field))
# The line is one loop.
require line as one loop
let four = ((0, 1), (1, 0), (0, -1), (-1, 0))
hidden choose length(p in circle, d in 1..4) from 0..far(p, four[d])
# An arm goes from the circle to the next turn.
require length(p, d) = leading(part(p, four[d], i) for i in 1..far(p, four[d])) for p in circle, d in 1..4
# The loop goes through every circle.
require line(p) = 2 for p in circle
# Both arms are equal at a white circle.
require length(p, d) = length(p, e) or length(p, d) = 0 or length(p, e) = 0
  for p in circle, d, e in 1..4 where d < e and circle[p][1] = "w"
# The arms differ at a black circle.
require length(p, d) != length(p, e) or length(p, d) = 0
  for p in circle, d, e in 1..4 where d < e and circle[p][1] = "b"
require sum(length(p, d) for d in 1..4) = circle[p][2] for p in circle where len(circle[p]) = 2
draw circle at p color "black" if circle[p][1] = "b" else "white" for p in circle
draw text at p as circle[p][2] for p in circle where len(circle[p]) = 2
expect solutions = 1
