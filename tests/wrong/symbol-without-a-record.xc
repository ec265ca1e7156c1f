table Flight
  |name from
  |A    Oslo
item leaves[{f.from for f in Flight}]
option fly() covers leaves[Flight["B"].from]  # error E116: `Flight` has no entry "B"
