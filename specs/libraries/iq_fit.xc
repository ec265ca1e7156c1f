# The ten pieces of IQ Fit, each drawn twice: its upper layer, then its lower layer.
#
# Their colors are those of the toy; most letters are short for them.
shapes piece
  |.G.|...
  |GGG|GG.
  |
  |MM|..
  |MM|..
  |M.|M.
  |
  |C.|..
  |C.|C.
  |CC|C.
  |C.|..
  |
  |KKK|..K
  |K.K|...
  |
  |BB|.B
  |.B|..
  |.B|.B
  |.B|..
  |
  |P.|P.
  |PP|..
  |P.|P.
  |
  |.Y|.Y
  |.Y|..
  |YY|..
  |YY|..
  |
  |I.|..
  |I.|..
  |II|I.
  |II|..
  |
  |.O|..
  |OO|.O
  |.O|..
  |.O|.O
  |
  |RR|.R
  |.R|..
  |.R|..
  |.R|.R
table hues
  | piece | color
  | G     | green
  | M     | magenta
  | C     | cyan
  | K     | lightgreen
  | B     | blue
  | P     | mediumpurple
  | Y     | yellow
  | I     | pink
  | O     | orange
  | R     | red
