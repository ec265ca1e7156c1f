table T
  |name size
  |a    1
  |b    2
item t[T.name]
option x(p in T) covers t[p]  # error E102: `t[T["a"]]` does not exist
