# The 22 free pentahexes, by letters in an order of no importance.
shapes pentahexes hex
  |A A A A A     B B B B     C C C C     D D D D     E E E     F F F     G G G     H H H
  |               B             C               D     E E       F   F     G         H
  |                                                                      G           H
  |
  |I I I     J J J       K K K     L L L       M M   M     N N     O O     P P
  |   I I         J J         K         L         M M       N N     O         P P
  |                          K           L                 N       O O         P
  |
  |Q   Q     R R         S S     T T         U     U     V
  | Q Q         R R         S       T         U U U       V V V
  |Q               R     S S         T T                 V
