table Flight
  |name from
  |A    Oslo
item leaves[{f.form for f in Flight}]  # error E117: there is no column `form`
