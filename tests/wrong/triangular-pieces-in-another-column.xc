# line 7: warning W212: the triangles of `piece` are probably drawn in the wrong columns
board pyramid triangle
  |  .
  | ...
  |.....
shapes piece triangle
  |AAA  B
  |     B

place free piece on pyramid each at least 0 times
