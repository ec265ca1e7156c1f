item a, b
option f(i in 1..2) covers a hidden  # warning W213: `hidden` is about the next statement, which declares `g`
option g() covers b
