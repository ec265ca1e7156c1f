# The 25 notchable pieces of solid burrs of six pieces, each used as often as one likes.
#
# BurrTools, whose example this is (SolidSixPieceBurrs), finds 1063 assemblies that no rotation takes to each other; with
# reflections, which take each piece to its mirror image among the 25, there are 588.
puzzle "SolidSixPieceBurrs"

board result cube
  |######|######|#....#|#....#|######|######
  |##..##|##..##|#....#|#....#|##..##|##..##
  |##..##|......|......|......|......|##..##
  |##..##|......|......|......|......|##..##
  |##..##|##..##|#....#|#....#|##..##|##..##
  |######|######|#....#|#....#|######|######

shapes piece
  |AAAAAA BBBB.B CCC.CC DDD..D EE.E.E FF..FF GG...G|AAAAAA BBBBBB CCCCCC DDDDDD EEEEEE FFFFFF GGGGGG
  |AAAAAA BBBB.B CCC.CC DDD..D EE.E.E FF..FF GG...G|AAAAAA BBBBBB CCCCCC DDDDDD EEEEEE FFFFFF GGGGGG
  |
  |H.HH.H I.I..I J....J KK..KK LL..LL MMMM.M NNN..N|HHHHHH IIIIII JJJJJJ KKKKKK LLLLLL MMMMMM NNNNNN
  |H.HH.H I.I..I J....J KK..KK LL..LL MM...M NN...N|HHHHHH IIIIII JJJJJJ KKK.KK LL.LLL MM..MM NN..NN
  |
  |OO.O.O PP..PP QQ...Q R.RRRR S.SS.S T.T.TT U.U..U|OOOOOO PPPPPP QQQQQQ RRRRRR SSSSSS TTTTTT UUUUUU
  |OO...O PP..PP QQ...Q R...RR S....S T...TT U....U|OO..OO PP..PP QQ..QQ RR..RR SS..SS TT..TT UU..UU
  |
  |V..VVV W..W.W X...XX Y....Y|VVVVVV WWWWWW XXXXXX YYYYYY
  |V...VV W....W X...XX Y....Y|VV..VV WW..WW XX..XX YY..YY

place one-sided piece on result each at most 6 times
