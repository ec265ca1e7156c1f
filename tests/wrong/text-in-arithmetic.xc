item a
option x(v in {"red", "green"}) where v + 1 = 2 covers a  # error E108: a number is needed here, but this is a text: "red"
