item a
option x() covers a
shapes piece  # warning W203: the pieces of `piece` are never placed
  |AA
