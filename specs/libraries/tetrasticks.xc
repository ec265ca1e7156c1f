# The sixteen free tetrasticks: four edges of squares that hang together, by their usual letters.
shapes tetrasticks square_edges
  |+F+F+ +H+H+ +I+I+I+I+ +J+J+ +L+L+L+ +N+N+
  |F F     H             J     L           N
  |+ +   +H+             +J+   +           +N+
  |
  |+O+ +P+   +R+   +T+T+ +U+U+ +V+V+
  |O O P P     R     T   U   U V
  |+O+ + +P+   +R+   +   +   + +
  |            R     T         V
  |            +     +         +
  |
  |+W+     +   +Y+Y+Y+ +Z+
  |  W     X     Y       Z
  |  +W+ +X+X+   +       +
  |    W   X             Z
  |    +   +             +Z+
