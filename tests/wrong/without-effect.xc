board grid 3x3
fill grid with 1..3, once per row, column
item spare[1..3] at most once
item pair[1..3] at most once
item load[1..2] at most 3 units  # warning W306: no option covers any item of `load`
also grid(r, c, v) where c > 3 covers pair[v]  # warning W306: this `also` adds nothing to any option
also grid(r, c, v)
  covers pair[v] if r = 1 and c = 1,
    pair[v] if r = 4,  # warning W306: no option covers this
    (spare[k] for k in 1..0),  # warning W306: no option covers this
    load[1] by 0
optional option none(k in 1..0) covers spare[k]  # warning W306: this `option` makes no option
forbid grid(r, r, 1) for r in 2..1  # warning W306: this `forbid` removes no option
symmetry grid(r, c, v) -> grid(r, c, v)  # warning W306: this `symmetry` moves no option
require grid(r, c, v) where r > 3 connected  # warning W306: this `require` asks for nothing
draw none(k) at (1, k)  # warning W306: this `draw` draws nothing
draw as v color "red" for v in 1..0  # warning W306: this `draw` draws nothing
draw line at (a, b) for a, b in {}  # warning W306: this `draw` draws nothing
given grid(r, r, 1) for r in 2..1  # warning W306: this `given` gives nothing
given  # warning W306: this `given` gives nothing
  |...
  |...
  |...
