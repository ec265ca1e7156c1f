# The ten pieces of IQ Fit, each drawn twice: its upper layer, then its lower layer.
#
# Most of their letters are short for colors.
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
  | B     | blue
  | P     | pink
  | Y     | yellow
  | O     | orange
  | R     | red
