# Options that need not be chosen, and items that need not be covered.
#
# The rows 010, 001, 100, 110, 011 and 111 of a matrix whose first column may stay uncovered. Row 100 covers
# only that column: it may be added to any solution that leaves `spare` uncovered, or not. So by definition
# there are six solutions. Programs that branch only on columns that must be covered never choose row 100, and
# find four.
puzzle "A choice that is free"
item spare at most once
item left, right
option r010() covers left
option r001() covers right
optional option r100() covers spare
option r110() covers spare, left
option r011() covers left, right
option r111() covers spare, left, right
expect solutions = 6
