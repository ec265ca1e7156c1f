table staff
  | name can
  | Ann  cook
  | Bob  wash
item work[staff]
option does(s in staff) covers work[s.name]  # error E102: `work["Ann"]` does not exist
