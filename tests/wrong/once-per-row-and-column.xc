board g 4x4
fill g with 1..4, once per row and column  # error E008: `and` where
