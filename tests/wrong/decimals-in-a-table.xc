# line 5: warning W208: `3.5` is a text
table Job
  |name hours
  |saw  3
  |mill 3.5
item job[Job.name]
option work(j in Job) where j.hours != "0" covers job[j.name]
