# line 5: warning W208: `3.5` is a text
table Job
  |name hours
  |saw  3
  |mill 3.5
item job[Job.name]
option work(j in Job) covers job[j.name] cost j.hours  # error E108: a number is needed here, but this is a text: "3"
minimize
