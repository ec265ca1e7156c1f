# Six lectures, three hours, two rooms: nobody attends two lectures at a time.
puzzle "Timetable"
table lectures
  | lecture   | who*
  | algebra   | Ada Ben
  | botany    | Cleo Dan
  | chemistry | Ada Cleo
  | drama     | Ben Eve
  | ethics    | Dan Eve
  | fugues    | Ada Eve
let hours = 1..3
let rooms = {"hall", "attic"}
item lecture[lectures], slot[hours, rooms]
item busy[{"Ada", "Ben", "Cleo", "Dan", "Eve"}, hours] at most once
option hold(l in lectures, h in hours, r in rooms) covers lecture[l], slot[h, r], (busy[p, h] for p in l.who)
expect solutions = 48
