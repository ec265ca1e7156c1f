table Task
  |name needs
  |saw  1,2,3
  |mill 3
item job[Task.name]
option work(t in Task, n in 1..3) where n not in t.needs covers job[t.name]  # error E108: a set is needed here, but this is a text: "1,2,3"
