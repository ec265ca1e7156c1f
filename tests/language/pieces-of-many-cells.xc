shapes piece = all free 30 of square  # error E509: more than 10,000 pieces
