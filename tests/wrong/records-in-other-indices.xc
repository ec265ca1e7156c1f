table staff
  | name  can
  | Ann.B cook
  | Bob   wash
def f(i, j) = i + j
item work[2..3, staff]
item duty[staff.name]
option does(i in 1..1, s in staff) covers work[f(i, 2), s.name]  # error E102: `work[3, "Ann.B"]` does not exist
option rests(i in 2..3) covers work[i, staff["Ann.B"].name]  # error E102: `work[2, "Ann.B"]` does not exist
option helps(i in 2..3) covers duty[staff["Ann.B"]]  # error E102: `duty[staff["Ann.B"]]` does not exist
