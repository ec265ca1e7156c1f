let a = (1, 2, 3)[1, 2]  # error E108: a tuple or a text is needed here, but this is a number: 1
item b
option x() covers b
