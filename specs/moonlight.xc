# A star and a cloud in each row and column; stars light the planets they see.
#
# Each row and column has one star and one cloud. A planet is lit on the sides named by its label (n, e, s, w, or o
# for none): from there it sees a star, without a cloud or a planet between.
puzzle "Moonlight"
board field, may stay empty
  labels planet
  | . . es . .
  | . . . . .
  | . nw . . .
  | ne . . . o
  | o . . . .
table way
  | name down right
  | n    -1   0
  | e    0    1
  | s    1    0
  | w    0    -1
let sky = {p for p in field where p not in planet}
def seen(p, d) = ray(p, (d.down, d.right), sky)
def lit(p, d) = any(planet[p][i] = d.name for i in 1..len(planet[p]))
item star_row[{r for (r, c) in field}], star_column[{c for (r, c) in field}]
item cloud_row[{r for (r, c) in field}], cloud_column[{c for (r, c) in field}]
option star((r, c) in sky) covers field[r, c], star_row[r], star_column[c]
option cloud((r, c) in sky) covers field[r, c], cloud_row[r], cloud_column[c]
# Each lit side of a planet sees a star.
require any(star(q) for q in seen(p, d)) for p in planet, d in way where lit(p, d)
# No cloud hides the star that lights a planet.
require star(seen(p, d)[k]) implies not any(cloud(seen(p, d)[i]) for i in 1..k-1)
  for p in planet, d in way, k in 2..len(seen(p, d)) where lit(p, d)
# A cloud hides each star from a dark side.
require star(seen(p, d)[k]) implies any(cloud(seen(p, d)[i]) for i in 1..k-1)
  for p in planet, d in way, k in 1..len(seen(p, d)) where not lit(p, d)
draw circle at p color "white" for p in planet
draw text at p as planet[p] for p in planet
draw star(r, c) at (r, c) as "*"
draw cloud(r, c) at (r, c) as "~"
expect solutions = 1
