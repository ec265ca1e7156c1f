let first = min("north", "south")  # error E108: a number is needed here, but this is a text: "north"
