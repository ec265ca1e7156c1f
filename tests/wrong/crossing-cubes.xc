board field 2x3, crossing
# line 1: error E261: squares cannot cross
