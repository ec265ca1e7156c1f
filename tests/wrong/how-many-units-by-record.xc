table course
  |name hours
  |art  2
  |math 3
item taught[course] c.hours units  # error E101: `c` is not declared
option teach(c in course) covers taught[c] by 1
