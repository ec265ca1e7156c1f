item a[1..3]
option x(i in 1..3) where i => 2 covers a[i]  # error E008: `>` where an expression is expected
option y(i in 1..3) where i =< 2 covers a[i]  # error E008: `<` where an expression is expected
option z(i in 1..3) where i === 2 covers a[i]  # error E008: `=` where an expression is expected
option w(i in 1..3) where i !== 2 covers a[i]  # error E008: `=` where an expression is expected
