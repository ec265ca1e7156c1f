a b | x y  # error E008: `a` where a statement is expected
a x:A
