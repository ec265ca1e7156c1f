table T
  |name size
  |a    1
  |b    2
item t[T]
option x(p in T)
  where p = "a"  # error E109: a record of `T` never equals a text: T["a"] and "a"
  covers t[p]
