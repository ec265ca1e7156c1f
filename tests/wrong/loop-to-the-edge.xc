board field 3x3, may stay empty
lines line on field
require line as one loop to the edge  # error E008: `to` where a statement is expected
