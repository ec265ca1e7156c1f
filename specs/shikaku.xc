# Divide a grid into rectangles with one number each, which is their area.
#
# Each rectangle has one number, which counts its cells.
puzzle "Shikaku"
board field
  labels number
  | 4 . . . 2 .
  | 3 . . . . .
  | 4 . 1 . . 6
  | . . . . . 8
  | . 2 . . . .
  | 4 . . . 2 .
def numbers(r, c, wide) = count((r, c+j) in number for j in 0..wide-1)
option box(p in number, h in 1..number[p], r in p[1]-h+1..p[1], c in p[2]-number[p] div h+1..p[2])
  where number[p] mod h = 0 and (r, c) in field and (r+h-1, c+number[p] div h-1) in field
      and sum(numbers(r+i, c, number[p] div h) for i in 0..h-1) = 1
  covers (field[r+i, c+j] for i in 0..h-1, j in 0..number[p] div h-1)
draw text at p as number[p] for p in number
draw box(p, h, r, c) at {(r+i, c+j) for i in 0..h-1, j in 0..number[p] div h-1} as p
expect solutions = 1
