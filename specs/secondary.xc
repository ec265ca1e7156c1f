# What `at most once` does: an item that may be covered, but need not be.
#
# Of the rows 010 001 100 110 011 111, where the first column may stay uncovered, 100 is missing here: it
# covers nothing that has to be covered, so it could join a solution or not as it likes. With it there would
# be six solutions: these four, and the two that leave `spare` uncovered once more with `spare` covered.
puzzle "A secondary item"
item spare at most once
item left, right
option r010() covers left
option r001() covers right
option r110() covers spare, left
option r011() covers left, right
option r111() covers spare, left, right
expect items = 3
expect options = 5
expect solutions = 4
