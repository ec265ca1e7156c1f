item job[1..3]
let hours = {("a",5),("b",6)}
item load[{"a","b"}] at most hours units  # error E272: a bound in units is a number, not a set
option run(j in 1..3, m in {"a","b"}) covers job[j], load[m] by 2
