# The eighteen one-sided pentominoes: a small letter is its capital turned over. Place them `one-sided`.
shapes one_sided_pentominoes
  |.FF I L. N. PP TTT U.U V.. W.. .X. .Y ZZ.
  |FF. I L. N. PP .T. UUU V.. WW. XXX YY .Z.
  |.F. I L. NN P. .T.     VVV .WW .X. .Y .ZZ
  |    I LL .N                        .Y
  |    I
  |
  |ff.   .l .n pp                     y. .zz
  |.ff   .l .n pp                     yy .z.
  |.f.   .l nn .p                     y. zz.
  |      ll n.                        y.
