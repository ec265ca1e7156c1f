# Bridges between islands, as many as their numbers.
#
# Up to two bridges connect islands in a row or column. They do not cross, a number counts the bridges of its
# island, and all islands are connected.
puzzle "Bridges"
board field, may stay empty
  labels island
  | . 1 . . 2 .
  | 2 . . 1 . .
  | . . . . . .
  | . 2 . . 5 .
  | . . . . . .
  | 3 . . . 4 .
def way(p, d) = ray(p, d, field)
let pairs = {(p, q) for p in island, d in {(0, 1), (1, 0)}, q in way(p, d)
    where q in island and all(m not in island for m in way(p, d) where m < q)}
def between(p, q) = {(r, c) for r in p[1]..q[1], c in p[2]..q[2] where (r, c) != p and (r, c) != q}
choose bridges((p, q) in pairs) from 0..2
require sum(bridges(a, b) for (a, b) in pairs where p in {a, b}) = island[p]
  for p in island where island[p] != "?"
require any(bridges(a, b) > 0 for (a, b) in pairs where p in {a, b}) for p in island where island[p] = "?"
# Bridges do not cross.
require bridges(a, b) = 0 or bridges(p, q) = 0
  for (a, b) in pairs, m in between(a, b), (p, q) in pairs
      where m in between(p, q) and a[1] = b[1] and p[2] = q[2]
# All islands are connected.
require bridges(p, q, v) where v > 0 joining {p, q} connected
draw circle at p color "white" for p in island
draw text at p as island[p] for p in island
draw bridges(p, q, v) joining {p, q} if v > 0 else {} as v
expect solutions = 1
