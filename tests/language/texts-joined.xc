let a = "x" + "y"  # error E108: a number is needed here, and this is a text: "x"
