board field, may stay empty
labels region
  |AAB
  |AB
choose number(p in field) from 1..2
draw number(p, v) at p as v
# line 4: error E292: this line of `region` has 2 characters, and the board `field` has 3 columns
