# line 4: warning W202: piece `B` is not connected
board box 2x2x2
shapes s
  |AA |A. B |B
  |.. |.. B |B
place one-sided s on box
# line 3: warning W302: piece `B` fits nowhere on `box`
# line 6: warning W303: the pieces of `s` have
