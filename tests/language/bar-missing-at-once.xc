shapes p
  A AA
  AA A
# line 2: error E008: `A` where `square`, `hex`, `triangle` or `cube` or a line of a drawing is expected
