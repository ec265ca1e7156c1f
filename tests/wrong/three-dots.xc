item a[1...3]  # error E008: `.` where an expression is expected
