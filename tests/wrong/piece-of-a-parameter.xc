import tetrasticks
param omit = "H"
shapes stick = tetrasticks without omit  # error E760: `tetrasticks` has no piece `omit`
