puzzle "Queens  # error E005: a text without a closing quote
