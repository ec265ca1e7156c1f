# Seven hexagonal nuts with the numbers 1 to 6 around; equal numbers touch.
#
# Drive Ya Nuts (Milton Bradley, 1970). The solution is unique, apart from turning the whole.
puzzle "Drive Ya Nuts"
board tray hex
  | . .
  |. . .
  | . .
shapes nut = "A" with sides (1, 2, 3, 4, 5, 6), "B" with sides (1, 4, 3, 6, 5, 2),
  "C" with sides (1, 4, 6, 2, 3, 5), "D" with sides (1, 6, 2, 4, 5, 3), "E" with sides (1, 6, 4, 2, 5, 3),
  "F" with sides (1, 6, 5, 3, 2, 4), "G" with sides (1, 6, 5, 4, 3, 2)
  of hex
place one-sided nut on tray
expect solutions = 6
expect solutions up to symmetry = 1
