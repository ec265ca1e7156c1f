item a 2 times
option f(x in 1..2) up to 1 - x times covers a  # error E237: an option cannot be chosen up to -1 times
