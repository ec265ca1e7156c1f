# A word of a table that is nearly a symbol.
# line 8: error E102: `job["wirng"]` does not exist
enum Skill = carpentry, wiring
table people
  |name skill
  |Ben  wirng
item job[Skill]
option do(p in people) covers job[p.skill]
