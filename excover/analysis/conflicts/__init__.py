"""Which constraints conflict: smallest and irreducible sets of them."""
