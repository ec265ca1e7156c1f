# Divide a grid into rectangles with one number each: width and height together.
#
# Each rectangle has one number, which is the sum of its width and its height.
puzzle "Rekuto"
board field
  labels number
  | . . . 7 3 .
  | 3 . . . 3 3
  | 5 . . . . .
  | . . . . 4 .
  | . . 3 . . .
  | . 3 3 . . 4
def box(p, h, r, c) = {(r+i, c+j) for i in 0..h-1, j in 0..number[p]-h-1}
option rectangle(p in number, h in 1..number[p]-1, r in p[1]-h+1..p[1], c in p[2]-number[p]+h+1..p[2])
  where (r, c) in field and (r+h-1, c+number[p]-h-1) in field
      and all(q = p or q not in number for q in box(p, h, r, c))
  covers (field[q] for q in box(p, h, r, c))
draw text at p as number[p] for p in number
draw rectangle(p, h, r, c) at box(p, h, r, c) as p
expect solutions = 1
