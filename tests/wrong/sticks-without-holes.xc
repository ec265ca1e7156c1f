shapes stick = all free 4 of square_edges without holes  # error E271: pieces of edges enclose no edges
