import pentominos  # error E205: there is no shipped description `pentominos`
