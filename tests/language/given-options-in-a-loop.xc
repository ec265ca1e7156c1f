let numbers = ((3, 2), (2, 1))
item shown[1..2, 1..2]
option number(i, j in 1..2, n in 0..3) covers shown[i, j]
given number(i, j, numbers[i, j]) for i, j in 1..2  # error E008: `for` where a statement is expected
