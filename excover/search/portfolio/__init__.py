"""Who runs: portfolios of searches that take turns, and the plans of them."""
