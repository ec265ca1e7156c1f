item a at most once
choose f(i in 1..2) optional  # warning W213: `optional` is about the next statement, which declares `g`
option g() covers a
