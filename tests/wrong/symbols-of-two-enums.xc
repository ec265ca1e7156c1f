enum Color = red, blue
enum Size = big, small
item ball[Color, Size]
option take(c in Color, s in Size)
  where not (c in {big, small})  # error E109: a symbol of `Color` never equals a symbol of `Size`: red in {big, small}
  covers ball[c, s]
