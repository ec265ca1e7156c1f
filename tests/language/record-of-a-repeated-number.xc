table Flight
  |day from
  |7   Oslo
  |7   Rome
item leaves[Flight.from]
option fly() covers leaves[Flight[2].from]  # error E118: first fields of `Flight` repeat, as 7
