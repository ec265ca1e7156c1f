board garden 5x6, at most 20 holes
shapes bed
  |LL II
  |L
place free bed on garden each 2 times
require bed apart at corner  # error E008: `at` where `at corners`, `per` or a statement is expected
