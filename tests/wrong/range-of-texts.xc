item region["A".."E"]  # error E108: a number is needed here, but this is a text: "A"
