# The eight one-sided tetracubes: five flat ones, and three with an upper and a lower layer, drawn in this order.
#
# The letters are those of the Soma cube for its pieces. A and P are mirror images of each other; no turn makes
# one of the other. Place them `one-sided`.
shapes tetracubes cube
  |I L. OO TTT .ZZ .. .A B.|. .. .. ... ... PP AA BB
  |I L. OO .T. ZZ. P. .. ..|. .. .. ... ... P. A. B.
  |I LL                    |
  |I                       |
