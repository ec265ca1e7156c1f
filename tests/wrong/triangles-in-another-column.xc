# line 3: warning W212: the triangles of `pyramid` are probably drawn in the wrong columns
board pyramid triangle
  |   .
  |  ...
  | .....
shapes piece triangle
  |A
place free piece on pyramid each 9 times
