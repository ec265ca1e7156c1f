# line 6: warning W302: pieces `A` and `B` fit nowhere on `b`
board b
  |..#
  |#..
  |..#
shapes s
  |AAAAAAA BBBB CCC D
  |                 DD
place free s on b
# line 9: warning W303: the pieces of `s` have 17 cells, `b` has 6 to cover
