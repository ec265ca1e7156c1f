item a, b
optoin x() covers a  # error E008: `optoin` where a statement is expected
option y() covers b
