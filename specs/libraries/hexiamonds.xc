# The twelve free hexiamonds, with T. O'Beirne's names and the letters of D. Goodger's Polyform Puzzler.
#
# C chevron, E crown, F yacht, G hook, H signpost, I bar, J crook, O hexagon, P sphinx, S snake, V lobster,
# X butterfly. A triangle points up where its row and its column, counted from 0, add up to an even number.
shapes hexiamonds triangle
  | CCCC   EEEEE   FFFF  GGGG  HHHH  IIIIII  JJJJJ   OOO    PPPPP
  |    CC    E     F F   GG      HH          J       OOO     P
  |
  |SSS     VVVV   XXX
  |  SSS    VV    XXX
