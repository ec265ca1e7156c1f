# line 4: warning W202: piece `B` does not hang together
board box 2x2x2
shapes s
  |AA |A. B |B
  |.. |.. B |B
place one-sided s on box
# line 3: warning W302: nothing can cover `s["B"]`
# line 6: warning W303: the pieces of `s` have
