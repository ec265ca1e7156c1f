# The 29 pentacubes: twelve flat ones, and seventeen with an upper and a lower layer, drawn in this order.
#
# A small letter is the mirror image of its capital, which no turn makes of it. Place them `one-sided`.
shapes pentacubes cube
  |.FF I L. N. PP TTT U.U V.. W.. .X. .Y ZZ.
  |FF. I L. N. PP .T. UUU V.. WW. XXX YY .Z.
  |.F. I L. NN P. .T.     VVV .WW .X. .Y .ZZ
  |    I LL .N                        .Y
  |    I
  |
  |AA J. K.. .M. .Q.|A. JJ KKK MMM .Q.
  |.. .. ... ... ...|AA JJ K.. .M. QQQ
  |
  |CC. .cc E.. ..e G.. ..g H.. ..h R.. ..r .S. .s.|.C. .c. EEE eee GGG ggg HH. .hh R.. ..r SS. .ss
  |... ... ... ... ... ... ... ... ... ... ... ...|.CC cc. .E. .e. ..G g.. .HH hh. RRR rrr .SS ss.
