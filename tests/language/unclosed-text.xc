puzzle "Queens  # error E005: a text without its closing quote
