item a twice  # error E008: `twice` without `times`
item b 2  # error E008: `2` without `times`
item c at most twice  # error E008: `at most twice` without `times`
option x() covers a
