board b 2x2
shapes s
  |AAA B
place free s on b
draw as A color "red"  # error E101: `A` is not declared
