let a = "x" - "y"  # error E108: a number is needed here, but this is a text: "x"
