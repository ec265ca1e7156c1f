"""The diagram of all covers: building, asking, drawing, saving and loading it."""
