item a
option x() covers a
draw x() at (1, 1) as "a b"  # error E307: a mark is a number or a text without blanks and bars, not "a b"
