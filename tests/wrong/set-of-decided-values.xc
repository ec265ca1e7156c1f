board field 2x2, may stay empty
choose color(p in field) from 1..3
require len({color(p) for p in field}) = 2  # error E352: this must be known before the search
