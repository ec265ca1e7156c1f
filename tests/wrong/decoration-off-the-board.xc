board grid 4x4
fill grid with 1..4, once per row, column
let thermometers = {((1, 1), (1, 2)), ((4, 3), (4, 4), (4, 5))}
draw thermometer at path for path in thermometers  # error E305: `grid` has no cell (4, 5)
