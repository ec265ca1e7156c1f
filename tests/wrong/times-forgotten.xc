item a at most 1  # error E008: `at most 1` without `times`
# two of these
item b at least 2  # error E008: `at least 2` without `times`
option x() covers a
