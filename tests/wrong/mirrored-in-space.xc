board box 2x2x2
shapes piece
  |AA ..|A. BB
  |.. ..|A. BB
place free piece on box  # warning W204: `free` also places mirror images, which a solid piece cannot be rotated into
