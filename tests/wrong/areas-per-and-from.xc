board field, may stay empty
labels clue
  | . . 3
  | 2 . .
choose color(p in field) from 0..1
require color(p, v) as areas of clue[n] per v from n for n in clue  # error E008: `from` where a statement is expected
