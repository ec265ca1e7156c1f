table Flight
  |day from
  |7   Oslo
  |7   Rome
item leaves[Flight.from]
option fly() covers leaves[Flight[2].from]  # error E118: the first fields of `Flight` repeat, such as 7, and do not identify its records
