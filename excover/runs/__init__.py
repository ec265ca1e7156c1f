"""Runs that outlive a process and a machine: a journal of parts of the search tree, and who works on them."""
