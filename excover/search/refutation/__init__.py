"""Proofs that there is no cover, or how many there are, which code of their own verifies."""
