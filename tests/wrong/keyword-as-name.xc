let option = 3  # error E008: `option` where a name is expected
