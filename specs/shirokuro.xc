# Lines connect each white circle with a black one, without crossings.
#
# A straight line, horizontal or vertical, connects each white circle with a black one. Lines do not cross each
# other or other circles.
puzzle "Shirokuro"
board field, may stay empty
  labels circle
  | w b . . w .
  | . . w . . b
  | b b . w . w
  | b . w . . b
  | b . . w . b
  | . w . . b w
item joined[circle]
option line(p in circle, d in {(0, 1), (1, 0)}, q in ray(p, d, field))
  where q in circle and circle[p] != circle[q] and all(m not in circle for m in ray(p, d, field) where m < q)
  covers joined[p], joined[q], (field[m] for m in ray(p, d, field) where m < q)
draw circle at p color "black" if circle[p] = "b" else "white" for p in circle
draw line(p, d, q) joining {p, q}
expect solutions = 1
