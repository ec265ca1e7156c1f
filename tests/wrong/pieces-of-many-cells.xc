shapes piece = all free 30 of square  # error E509: more than 2,000 pieces
