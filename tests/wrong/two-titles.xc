puzzle "One"
puzzle "Two"  # error E201: the title is specified twice
