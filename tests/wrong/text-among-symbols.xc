# line 6: warning W813: `wirng` is no symbol of `Skill`
enum Skill = carpentry, wiring
table people
  |name skill
  |Ada  carpentry
  |Ben  wirng
item job[Skill]
option do(s in Skill) covers job[s] cost count(p for p in people where p.skill = s)
minimize
