item pear, plum[1..2],  # error E034: `pear` and `plum` have no bounds
  fig[f in 1..2] f times, nut
option pick(f in 1..2) covers fig[f], pear, nut
