item a
option x((r, c) in 1..8) covers a  # error E114: members of this set must unpack into 2 names
