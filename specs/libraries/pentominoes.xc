# The twelve free pentominoes, by their usual letters.
shapes pentominoes
  |.FF I L. N. PP TTT U.U V.. W.. .X. .Y ZZ.
  |FF. I L. N. PP .T. UUU V.. WW. XXX YY .Z.
  |.F. I L. NN P. .T.     VVV .WW .X. .Y .ZZ
  |    I LL .N                        .Y
  |    I
