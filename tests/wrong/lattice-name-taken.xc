lattice hex  # error E751: `hex` is a lattice that comes with excover
  |AB
neighbors "A" = "B"
