board b 2x2
shapes p
  |AAAA
place p on b  # error E008: `p` where `free`, `one-sided` or `fixed` is expected
