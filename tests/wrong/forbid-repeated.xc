board grid 3x3
fill grid with 1..3, once per row, column
forbid grid(1, 1, 1)
forbid grid(1, 1, v) for v in {1, 2}
forbid grid(1, 1, v) for v in 1..2  # warning W306: this `forbid` removes no option
