# The seven pieces of the Soma cube, by their usual letters: upper layer, then lower layer.
#
# A and P are mirror images of each other; no turn makes one of the other.
shapes soma
  |... ... ... ... .. .A B.|V.. L.. TTT .ZZ PP AA BB
  |... ... ... ... P. .. ..|VV. L.. .T. ZZ. P. A. B.
  |... ... ... ... .. .. ..|... LL. ... ... .. .. ..
